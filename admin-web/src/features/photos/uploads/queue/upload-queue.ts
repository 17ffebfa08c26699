import { ApiError } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { createStore } from '@portfolio/ui';
import { classifyError, failureOutcome, REQUEUED } from './failure-policy.ts';
import { findAccepted, type PhotoTransfer } from './photo-transfer.ts';
import { isPending, type QueuedUpload, type QueueState, type UploadEntry } from './queued-upload.ts';

/** Concurrent uploads: enough to use the bandwidth, few enough that each finishes soon. */
const CONCURRENCY = 3;
/** Milliseconds between two progress updates: the browser reports more often. */
const PROGRESS_INTERVAL = 250;
/** Milliseconds of exponential backoff. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;

interface UploadQueueOptions extends PhotoTransfer {
  /** Called after each uploaded file. */
  onDone: () => void;
  /** Called each time the last pending upload has ended or was cancelled. */
  onEnd: (uploads: readonly QueuedUpload[]) => void;
}

/**
 * Upload queue with a few concurrent uploads. While the server is unreachable the queue pauses, and one upload at a time,
 * more at `retryNow`, probes it. After a lost response, the queue searches for the photo before it sends the file again.
 */
export class UploadQueue {
  readonly state = createStore<QueueState>({ uploads: [], skipped: 0, pause: undefined });
  private readonly running = new Map<number, AbortController>();
  private readonly timer = new RetryTimer(() => this.probe());
  private lastId = 0;
  private isEndDue = false;

  constructor(private readonly options: UploadQueueOptions) {}

  /** @param skipped number of selected files that are not uploaded */
  add(entries: readonly UploadEntry[], skipped = 0): void {
    const fresh = { state: 'waiting', progress: 0, disconnects: 0 } as const;
    const added = entries.map((entry) => ({ ...fresh, ...entry, id: ++this.lastId }));
    // A finished round leaves only its failed uploads.
    const { uploads, skipped: skippedBefore } = this.state.get();
    const isFinished = !uploads.some(isPending);
    const before = isFinished ? uploads.filter(({ state }) => state === 'failed') : uploads;
    this.set({ uploads: [...before, ...added], skipped: isFinished ? skipped : skippedBefore + skipped });
    this.advance();
  }

  /** Retries a failed upload; without an id, all whose failure is not permanent. */
  retry(id?: number): void {
    const isIncluded = (upload: QueuedUpload) => (id === undefined ? !upload.isPermanent : upload.id === id);
    for (const upload of this.state.get().uploads) {
      if (upload.state !== 'failed' || !isIncluded(upload)) continue;
      this.change(upload.id, { ...REQUEUED, disconnects: 0, reason: undefined });
    }
    this.advance();
  }

  cancel(id: number): void {
    this.drop((upload) => upload.id === id);
  }

  /** Aborts and removes all pending uploads. */
  cancelAll(): void {
    this.drop(isPending);
    if (this.state.get().uploads.length === 0) this.clear();
  }

  /** Aborts and removes everything. */
  clear(): void {
    this.timer.reset();
    this.set({ uploads: [], skipped: 0, pause: this.isPaused ? 'signed-out' : undefined });
    this.abortAll();
  }

  /** Aborts running uploads. They stay in the queue until `resume`. */
  pause(): void {
    this.timer.reset();
    this.set({ pause: 'signed-out' });
    this.abortAll();
  }

  resume(): void {
    if (!this.isPaused) return;
    this.set({ pause: undefined });
    this.advance();
    if (this.isEndDue) this.endIfFinished();
  }

  /** Probes the server without waiting for the timer. */
  retryNow(): void {
    if (!this.state.get().pause || this.isPaused) return;
    this.timer.stop();
    this.probe();
  }

  private get isPaused(): boolean {
    return this.state.get().pause === 'signed-out';
  }

  private advance(): void {
    if (this.isPaused) return;
    if (this.state.get().pause) {
      if (!this.timer.isRunning && this.running.size === 0) this.probe();
      return;
    }
    for (const upload of this.state.get().uploads) {
      if (this.running.size >= CONCURRENCY) return;
      if (upload.state === 'waiting') void this.process(upload);
    }
  }

  /** Starts one upload, to find out whether the server responds. */
  private probe(): void {
    if (this.running.size >= CONCURRENCY) return;
    const next = this.state.get().uploads.find(({ state }) => state === 'waiting');
    if (next) void this.process(next);
    else if (this.running.size === 0) this.set({ pause: undefined });
  }

  private async process(upload: QueuedUpload): Promise<void> {
    const { id } = upload;
    const abort = new AbortController();
    this.running.set(id, abort);
    this.change(id, { state: 'uploading' });
    try {
      const photo = (await this.findAccepted(upload)) ?? (await this.send(upload, abort.signal));
      this.onResponse();
      this.change(id, { state: 'done', progress: 1, photo, isUncertain: false });
      this.options.onDone();
    } catch (error) {
      await this.handleFailure(id, error, abort.signal.aborted);
    }
    this.running.delete(id);
    this.advance();
    this.endIfFinished();
  }

  private endIfFinished(): void {
    const { uploads, pause } = this.state.get();
    if (this.running.size > 0 || uploads.some(isPending)) return;
    this.timer.reset();
    if (pause && !this.isPaused) this.set({ pause: undefined });
    // Its requests need a session.
    this.isEndDue = this.isPaused;
    if (!this.isEndDue) this.options.onEnd(uploads);
  }

  /** The photo of an upload whose response was lost. */
  private async findAccepted(upload: QueuedUpload): Promise<PhotoView | undefined> {
    if (!upload.isUncertain) return undefined;
    const photo = await findAccepted(upload, this.options.find);
    // The timer of another upload's failure keeps running: the search succeeds also while the storage is down.
    if (!this.timer.isRunning) this.onResponse();
    const isOfOther = photo && this.state.get().uploads.some((other) => other.photo?.id === photo.id);
    return isOfOther ? undefined : photo;
  }

  private async send(upload: QueuedUpload, aborted: AbortSignal): Promise<PhotoView> {
    aborted.throwIfAborted();
    const { id } = upload;
    let reportedAt = -Infinity;
    const onProgress = (progress: number) => {
      if (progress < 1 && performance.now() - reportedAt < PROGRESS_INTERVAL) return;
      reportedAt = performance.now();
      this.change(id, { progress });
    };
    this.change(id, { isUncertain: true });
    try {
      return await this.options.send(upload, { onProgress, signal: aborted });
    } catch (error) {
      const kind = aborted.aborted ? undefined : classifyError(error);
      const isUnavailable = error instanceof ApiError && error.code === 'service.unavailable';
      if (kind === 'unreachable' && !isUnavailable) {
        this.change(id, { disconnects: (this.find(id)?.disconnects ?? 0) + 1 });
      }
      // Refused before the file was stored.
      if (kind === 'signed-out' || kind === 'busy') this.change(id, { isUncertain: false });
      throw error;
    }
  }

  private async handleFailure(id: number, error: unknown, isAborted: boolean): Promise<void> {
    const upload = this.find(id);
    if (!upload) return;
    const { change, server, retryAfter } = await failureOutcome(upload, error);
    if (server === 'signed-out') this.pause();
    // Aborted by the end of the session, which another may have followed.
    if (this.isPaused || isAborted) {
      this.change(id, { ...change, ...REQUEUED });
      return;
    }
    this.change(id, change);
    if (server === 'reachable') return this.onResponse();
    if (!server) return;
    this.timer.start(retryAfter);
    this.set({ pause: server });
  }

  /** The server responds: ends the pause. */
  private onResponse(): void {
    this.timer.reset();
    if (!this.state.get().pause || this.isPaused) return;
    this.set({ pause: undefined });
    this.advance();
  }

  private drop(isIncluded: (upload: QueuedUpload) => boolean): void {
    const { uploads, skipped } = this.state.get();
    const dropped = uploads.filter(isIncluded);
    this.set({
      uploads: uploads.filter((upload) => !isIncluded(upload)),
      skipped: skipped + dropped.filter(isPending).length,
    });
    for (const { id } of dropped) this.running.get(id)?.abort();
    if (dropped.some(isPending)) this.endIfFinished();
  }

  private abortAll(): void {
    for (const abort of this.running.values()) abort.abort();
  }

  private find(id: number): QueuedUpload | undefined {
    return this.state.get().uploads.find((upload) => upload.id === id);
  }

  private set(change: Partial<QueueState>): void {
    this.state.set((now) => ({ ...now, ...change }));
  }

  /** Does nothing after the upload was cancelled. */
  private change(id: number, change: Partial<QueuedUpload>): void {
    if (!this.find(id)) return;
    this.set({
      uploads: this.state.get().uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
    });
  }
}

/** Timer with exponential backoff. */
class RetryTimer {
  private wait = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly retry: () => void) {}

  get isRunning(): boolean {
    return this.timer !== undefined;
  }

  /** Does nothing while it runs. @param seconds of the Retry-After header */
  start(seconds?: number): void {
    if (this.isRunning) return;
    this.wait = Math.min(this.wait === 0 ? FIRST_WAIT : this.wait * 2, LONGEST_WAIT);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.retry();
      },
      seconds === undefined ? this.wait : seconds * 1000,
    );
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Stops, and restarts the backoff. */
  reset(): void {
    this.stop();
    this.wait = 0;
  }
}
