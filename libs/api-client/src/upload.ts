import { ApiError, type Api } from './http.ts';

export interface UploadOptions {
  /** @param fraction sent, from 0 to 1 */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  /** Version of the replaced file. */
  ifMatch?: string;
}

/** Milliseconds without progress before an upload is aborted. */
const STALL_TIMEOUT_MS = 60_000;
/** Milliseconds from the last sent byte to the response: the API decodes and stores the file meanwhile. */
const RESPONSE_TIMEOUT_MS = 180_000;

/** Uploads a form with a file. @throws ApiError also when the upload stalls, and when the signal cancels it */
export function upload<T>(
  api: Api,
  path: string,
  form: FormData,
  { onProgress, signal, ifMatch }: UploadOptions = {},
): Promise<T> {
  return api.withLatestToken(async () => {
    const cancelled = () => new ApiError(0, 'The upload was cancelled');
    if (signal?.aborted) throw cancelled();
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        const restartTimer = (milliseconds = STALL_TIMEOUT_MS) => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            reject(api.unreachable());
            abort();
          }, milliseconds);
        };
        request.open('POST', api.address(path));
        const credentials = api.credentials();
        for (const [name, value] of Object.entries(credentials)) request.setRequestHeader(name, value);
        if (ifMatch) request.setRequestHeader('if-match', ifMatch);
        request.responseType = 'json';
        request.upload.onprogress = (event) => {
          restartTimer();
          onProgress?.(event.loaded / event.total);
        };
        request.upload.onload = () => restartTimer(RESPONSE_TIMEOUT_MS);
        request.onload = () => {
          const { status, response } = request;
          const retryAfter = Number(request.getResponseHeader('retry-after')) || undefined;
          if (status >= 300) reject(api.failure(status, response ?? undefined, retryAfter, credentials));
          // A response without JSON comes from a gateway.
          else if (response === null) reject(api.unreachable());
          else resolve(response);
        };
        request.onerror = () => reject(api.unreachable());
        request.onabort = () => reject(cancelled());
        signal?.addEventListener('abort', abort);
        restartTimer();
        request.send(form);
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  });
}
