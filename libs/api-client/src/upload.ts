import { ApiError, type Api } from './http.ts';

export interface UploadOptions {
  /** @param fraction sent, from 0 to 1 */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  /** Version of the replaced file. */
  ifMatch?: string;
}

/** Uploads a form with a file, without a timeout. @throws ApiError also when the signal cancels it */
export function upload<T>(api: Api, path: string, form: FormData, { onProgress, signal, ifMatch }: UploadOptions = {}) {
  // fetch reports no upload progress.
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', api.address(path));
    const credentials = api.credentials();
    const failureOf = ({ status, response }: XMLHttpRequest) => {
      const failure = api.failure(status, response ?? undefined, retryAfterOf(request), credentials);
      if (response?.current)
        failure.current = { value: response.current, etag: request.getResponseHeader('etag') ?? undefined };
      return failure;
    };
    for (const [name, value] of Object.entries(credentials)) request.setRequestHeader(name, value);
    if (ifMatch) request.setRequestHeader('if-match', ifMatch);
    request.responseType = 'json';
    request.upload.onprogress = (event) => onProgress?.(event.loaded / event.total);
    request.onload = () => {
      const { status, response } = request;
      if (status >= 300) reject(failureOf(request));
      // A response without JSON comes from a gateway.
      else if (response === null) reject(api.unreachable());
      else resolve(response);
    };
    request.onerror = () => reject(api.unreachable());
    request.onabort = () => reject(new ApiError(0, 'The upload was cancelled'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

const retryAfterOf = (request: XMLHttpRequest): number | undefined =>
  Number(request.getResponseHeader('retry-after')) || undefined;
