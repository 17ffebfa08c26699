import type { QueuedUpload, QueueState } from './queued-upload.ts';

const EMPTY: QueueState = { uploads: [], skipped: 0, pause: undefined };

/** What the tray shows: kept apart from what moves the files. */
export class UploadList {
  private state = EMPTY;
  private readonly listeners = new Set<() => void>();

  /** The same object until something changes. */
  snapshot = (): QueueState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  find(id: number): QueuedUpload | undefined {
    return this.state.uploads.find((upload) => upload.id === id);
  }

  set(change: Partial<QueueState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Does nothing to one that has been called off. */
  change(id: number, change: Partial<QueuedUpload>): void {
    if (!this.find(id)) return;
    this.set({ uploads: this.state.uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)) });
  }

  /** Takes out and counts as skipped. @returns what was taken out */
  drop(isMeant: (upload: QueuedUpload) => boolean): QueuedUpload[] {
    const { uploads, skipped } = this.state;
    const dropped = uploads.filter(isMeant);
    this.set({ uploads: uploads.filter((upload) => !isMeant(upload)), skipped: skipped + dropped.length });
    return dropped;
  }
}
