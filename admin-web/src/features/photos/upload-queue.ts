import { ApiError } from '@portfolio/api-client';
import type { UploadPhoto } from '@portfolio/contracts';

/** How many files go out at a time: enough to fill the line, few enough for each to get somewhere. */
export const AT_A_TIME = 3;

export interface QueuedUpload {
  id: number;
  file: File;
  details: UploadPhoto;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** Sent so far, from 0 to 1. */
  progress: number;
  /** Why it failed, fit to show. */
  reason?: string;
}

export interface Transfer {
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

export interface UploadQueueOptions {
  send: (file: File, details: UploadPhoto, transfer: Transfer) => Promise<unknown>;
  /** Told after each file that has ended, unless it was called off. */
  onDone: () => void;
}

/** Files on their way to the server, a few at a time. One that fails says why and waits to be tried again. */
export class UploadQueue {
  private uploads: readonly QueuedUpload[] = [];
  private readonly aborts = new Map<number, AbortController>();
  private readonly listeners = new Set<() => void>();
  private lastId = 0;

  constructor(private readonly options: UploadQueueOptions) {}

  /** The same array until something changes. */
  snapshot = (): readonly QueuedUpload[] => this.uploads;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(entries: { file: File; details: UploadPhoto }[]): void {
    const added = entries.map((entry) => ({ ...entry, id: ++this.lastId, state: 'waiting' as const, progress: 0 }));
    this.replace([...this.uploads, ...added]);
    this.advance();
  }

  retry(id: number): void {
    this.change(id, { state: 'waiting', progress: 0, reason: undefined });
    this.advance();
  }

  /** Stops it if it is under way, and forgets it. */
  cancel(id: number): void {
    this.replace(this.uploads.filter((upload) => upload.id !== id));
    this.aborts.get(id)?.abort();
  }

  /** Stops and forgets everything. */
  clear(): void {
    this.replace([]);
    for (const abort of this.aborts.values()) abort.abort();
  }

  private advance(): void {
    for (const upload of this.uploads) {
      if (this.aborts.size >= AT_A_TIME) return;
      if (upload.state === 'waiting') void this.send(upload);
    }
  }

  private async send({ id, file, details }: QueuedUpload): Promise<void> {
    const abort = new AbortController();
    this.aborts.set(id, abort);
    this.change(id, { state: 'uploading' });
    try {
      await this.options.send(file, details, {
        onProgress: (progress) => this.change(id, { progress }),
        signal: abort.signal,
      });
      this.change(id, { state: 'done', progress: 1 });
    } catch (error) {
      this.change(id, {
        state: 'failed',
        reason: error instanceof ApiError ? error.message : 'Failed to upload photo',
      });
    }
    this.aborts.delete(id);
    this.advance();
    if (!abort.signal.aborted) this.options.onDone();
  }

  private change(id: number, change: Partial<QueuedUpload>): void {
    this.replace(this.uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }

  private replace(uploads: readonly QueuedUpload[]): void {
    this.uploads = uploads;
    for (const listener of this.listeners) listener();
  }
}

/** Whether it still is to arrive. */
export const isUnderWay = ({ state }: QueuedUpload): boolean => state === 'waiting' || state === 'uploading';
