import type { ImportResponse, MessageResponse } from '@portfolio/contracts';
import { ApiError, type Api } from './http.ts';
import { getQuery } from './queries.ts';
import { upload, type UploadOptions } from './upload.ts';

/** Milliseconds between two reads of a running import. */
const POLL_INTERVAL_MS = 1_000;

/** Whether the site accepts an archive, and the state of the import. Polls while one runs. */
export const importQuery = (api: Api) => ({
  ...getQuery<ImportResponse>(api, ['import'], '/admin/import'),
  refetchInterval: ({ state }: { state: { data?: ImportResponse | undefined } }) =>
    state.data?.import?.status === 'running' && POLL_INTERVAL_MS,
});

/** Attempts of a request; the wait between them doubles from a second. */
const ATTEMPTS = 6;

export interface ImportOptions extends Pick<UploadOptions, 'onProgress' | 'signal'> {
  /** Called once all parts are uploaded. From then on the signal only ends retries. */
  onUploaded?: () => void;
}

/** Uploads an archive in parts of `partBytes`, then starts its import. @throws ApiError */
export async function importArchive(
  api: Api,
  archive: Blob,
  partBytes: number,
  { onProgress, onUploaded, signal }: ImportOptions,
): Promise<ImportResponse> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const upload_id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const parts = Math.max(1, Math.ceil(archive.size / partBytes));
  for (let number = 1; number <= parts; number += 1) {
    const start = (number - 1) * partBytes;
    const part = archive.slice(start, start + partBytes);
    const form = new FormData();
    form.append('upload_id', upload_id);
    form.append('number', String(number));
    form.append('part', part);
    await withRetries(signal, () =>
      upload<MessageResponse>(api, '/admin/import/parts', form, {
        onProgress: (fraction) => onProgress?.((start + fraction * part.size) / (archive.size || 1)),
        signal,
      }),
    );
  }
  onUploaded?.();
  return withRetries(signal, (attempt) =>
    api.post<ImportResponse>('/admin/import', { upload_id, parts }).catch((error: unknown) => {
      // The import runs, and the response of an earlier attempt was lost.
      const isStarted = attempt > 1 && error instanceof ApiError && error.code === 'import.running';
      if (isStarted) return api.get<ImportResponse>('/admin/import');
      throw error;
    }),
  );
}

async function withRetries<T>(signal: AbortSignal | undefined, request: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request(attempt);
    } catch (error) {
      if (attempt === ATTEMPTS || signal?.aborted || !isTemporary(error)) throw error;
      const seconds = (error instanceof ApiError && error.retryAfter) || 2 ** (attempt - 1);
      await wait(seconds * 1_000, signal);
      if (signal?.aborted) throw error;
    }
  }
}

/** Resolves after the time, or when the signal aborts. */
function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal?.addEventListener('abort', end, { once: true });
  });
}

const isTemporary = (error: unknown) =>
  error instanceof ApiError && [0, 408, 429, 500, 502, 503, 504].includes(error.status);
