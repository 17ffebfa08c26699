import { ApiError, type Api } from './http.ts';

export interface UploadOptions {
  /** Told how much of the file has gone out, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  /** Version of what is replaced. */
  ifMatch?: string;
}

/**
 * Sends a form with a file in it. It has no time limit, since a large file over a slow line takes what it takes.
 *
 * @throws ApiError also when the upload is cancelled through the signal
 */
export function upload<T>(api: Api, path: string, form: FormData, { onProgress, signal, ifMatch }: UploadOptions = {}) {
  // fetch cannot tell how much of a request body has been sent.
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
      // Not what the API says, but what somebody on the way does.
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
