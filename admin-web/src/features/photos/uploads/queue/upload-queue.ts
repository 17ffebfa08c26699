import type { PhotoView } from '@portfolio/contracts';
import { AGAIN, failurePolicy } from './failure-policy.ts';
import { findAccepted, sendGuarded, type PhotoTransfer } from './photo-transfer.ts';
import { isUnderWay, type NewUpload, type QueuedUpload } from './queued-upload.ts';
import { RetryClock } from './retry-timer.ts';
import { UploadList } from './upload-list.ts';
import { classifyError } from './classify-error.ts';

/** How many files go out at a time: enough to fill the line, few enough for each to get somewhere. */
export const AT_A_TIME = 3;
/** Milliseconds between one look at how far a file has come and the next: the browser tells it more often than anybody sees. */
const LOOK = 250;

export interface UploadQueueOptions extends PhotoTransfer {
  /** Told of each file that has arrived. */
  onDone: () => void;
  /** Told when nothing is left to do. */
  onEnd: (uploads: readonly QueuedUpload[]) => void;
}

/**
 * Files on their way to the server, a few at a time. One that the server refuses says why. While the server is away all wait,
 * and one after the other asks whether it is back; what was sent without an answer is asked for before it is sent again.
 */
export class UploadQueue {
  private readonly list = new UploadList();
  private readonly underWay = new Map<number, AbortController>();
  private readonly clock = new RetryClock(() => this.tryOne());
  private lastId = 0;

  snapshot = this.list.snapshot;
  subscribe = this.list.subscribe;

  constructor(private readonly options: UploadQueueOptions) {}

  /** @param left how many more were chosen and are left out */
  add(entries: readonly NewUpload[], left = 0): void {
    const fresh = { state: 'waiting', progress: 0, breaks: 0 } as const;
    const added = entries.map((entry) => ({ ...entry, ...fresh, id: ++this.lastId }));
    // What an earlier round has brought about has been told.
    const { uploads, skipped } = this.snapshot();
    const isOver = !uploads.some(isUnderWay);
    const before = isOver ? uploads.filter(({ state }) => state === 'failed') : uploads;
    this.list.set({ uploads: [...before, ...added], skipped: isOver ? left : skipped + left });
    this.advance();
  }

  /** Tries again what failed: one, or without an id all that another try may help. */
  retry(id?: number): void {
    const isMeant = (upload: QueuedUpload) => (id === undefined ? !upload.isHopeless : upload.id === id);
    for (const upload of this.snapshot().uploads) {
      if (upload.state !== 'failed' || !isMeant(upload)) continue;
      this.list.change(upload.id, { state: 'waiting', progress: 0, breaks: 0, reason: undefined });
    }
    this.advance();
  }

  /** Stops it if it is under way, and forgets it. */
  cancel(id: number): void {
    this.callOff((upload) => upload.id === id);
  }

  /** Calls off all that has not arrived. */
  cancelAll(): void {
    this.callOff(isUnderWay);
    if (this.snapshot().uploads.length === 0) this.clear();
  }

  /** Stops and forgets everything. */
  clear(): void {
    this.clock.reset();
    this.list.set({ uploads: [], skipped: 0, pause: this.isHeld ? 'signed-out' : undefined });
    this.abortAll();
  }

  /** Stops without losing anything: what is under way will be asked for when it goes on. */
  hold(): void {
    this.clock.reset();
    this.list.set({ pause: 'signed-out' });
    this.abortAll();
  }

  /** Goes on after `hold`. */
  release(): void {
    if (!this.isHeld) return;
    this.list.set({ pause: undefined });
    this.advance();
  }

  /** Does not wait any longer for the site to come back. */
  retryNow(): void {
    if (!this.snapshot().pause || this.isHeld) return;
    this.clock.stop();
    this.tryOne();
  }

  private get isHeld(): boolean {
    return this.snapshot().pause === 'signed-out';
  }

  private advance(): void {
    if (this.isHeld) return;
    if (this.snapshot().pause) {
      if (!this.clock.isRunning && this.underWay.size === 0) this.tryOne();
      return;
    }
    for (const upload of this.snapshot().uploads) {
      if (this.underWay.size >= AT_A_TIME) return;
      if (upload.state === 'waiting') void this.process(upload);
    }
  }

  /** One goes ahead, to see whether the site is back. */
  private tryOne(): void {
    if (this.underWay.size >= AT_A_TIME) return;
    const next = this.snapshot().uploads.find(({ state }) => state === 'waiting');
    if (next) void this.process(next);
    else if (this.underWay.size === 0) this.list.set({ pause: undefined });
  }

  private async process(upload: QueuedUpload): Promise<void> {
    const { id } = upload;
    const abort = new AbortController();
    this.underWay.set(id, abort);
    this.list.change(id, { state: 'uploading' });
    try {
      const photo = (await this.findAccepted(upload)) ?? (await this.send(upload, abort.signal));
      this.siteAnswered();
      this.list.change(id, { state: 'done', progress: 1, photo, isUnanswered: false });
      this.options.onDone();
    } catch (error) {
      await this.settle(id, error);
    }
    this.underWay.delete(id);
    this.advance();
    this.endIfOver();
  }

  /** With nothing left to send there is nothing to wait for either: what is added next goes at once. */
  private endIfOver(): void {
    const { uploads, pause } = this.snapshot();
    if (this.underWay.size > 0 || uploads.some(isUnderWay)) return;
    this.clock.reset();
    if (pause && !this.isHeld) this.list.set({ pause: undefined });
    this.options.onEnd(uploads);
  }

  /** Of what was sent without an answer: the photo that the site made of it. */
  private async findAccepted(upload: QueuedUpload): Promise<PhotoView | undefined> {
    if (!upload.isUnanswered) return undefined;
    const photo = await findAccepted(upload, this.options.find);
    this.siteAnswered();
    const isAnothers = photo && this.snapshot().uploads.some((other) => other.photo?.id === photo.id);
    return isAnothers ? undefined : photo;
  }

  private async send(upload: QueuedUpload, called: AbortSignal): Promise<PhotoView> {
    called.throwIfAborted();
    const { id } = upload;
    let seen = -Infinity;
    const onProgress = (progress: number) => {
      if (progress < 1 && performance.now() - seen < LOOK) return;
      seen = performance.now();
      this.list.change(id, { progress });
    };
    this.list.change(id, { isUnanswered: true });
    try {
      return await sendGuarded(upload, this.options.send, { onProgress, signal: called });
    } catch (error) {
      const isBroken = !called.aborted && classifyError(error) === 'away';
      if (isBroken) this.list.change(id, { breaks: (this.list.find(id)?.breaks ?? 0) + 1 });
      throw error;
    }
  }

  /** Does what follows from a failure, unless the upload has been called off. */
  private async settle(id: number, error: unknown): Promise<void> {
    const upload = this.list.find(id);
    if (!upload) return;
    const { change, site, retryAfter } = await failurePolicy(upload, error);
    if (site === 'signed-out') this.hold();
    // What was stopped by the end of the session has not failed.
    if (this.isHeld) return this.list.change(id, { isUnanswered: upload.isUnanswered === true, ...change, ...AGAIN });
    this.list.change(id, change);
    if (site === 'there') return this.siteAnswered();
    if (!site) return;
    this.clock.start(retryAfter);
    this.list.set({ pause: site });
  }

  /** Whatever it said: the site is there, and the others need not wait. */
  private siteAnswered(): void {
    this.clock.reset();
    if (!this.snapshot().pause || this.isHeld) return;
    this.list.set({ pause: undefined });
    this.advance();
  }

  private callOff(isMeant: (upload: QueuedUpload) => boolean): void {
    const dropped = this.list.drop(isMeant);
    for (const { id } of dropped) this.underWay.get(id)?.abort();
    if (dropped.some(isUnderWay)) this.endIfOver();
  }

  private abortAll(): void {
    for (const abort of this.underWay.values()) abort.abort();
  }
}
