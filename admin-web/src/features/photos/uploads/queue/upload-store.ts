import { deleteContent, deleteSaved, readSaved, saveContent, savedNames, saveDetails } from '../files/saved-files.ts';
import { UNREADABLE } from './failure-policy.ts';
import { isPending, type NewUpload, type QueuedUpload, type UploadEntry } from './queued-upload.ts';

interface Copy {
  key: string;
  /** Undefined once the copy is to be deleted. */
  upload: UploadEntry | undefined;
  hasContent: boolean;
  /** Details as on disk; undefined if the upload would not survive a reload. */
  written: string | undefined;
  isWriting: boolean;
  hasFailed: boolean;
}

/** Milliseconds to wait for the lock of a tab that was just reloaded. */
const LOCK_TIMEOUT = 5_000;

const FOLDER = 'uploads';
const lockOf = (tab: string) => `uploads of ${tab}`;

/**
 * Copies of unfinished uploads in the origin private file system, which a later page takes over. Each key starts with the id
 * of the page that saved the copy; the page that has taken it over holds the lock of that id.
 */
export class UploadStore {
  /** Sorts by time. */
  private readonly tab = `${Date.now()}${Math.random().toString(36).slice(2, 8)}`;
  private readonly copies = new Map<number, Copy>();
  private lastKey = 0;
  private lastFormId = 0;
  private owner: number | undefined;
  /** Contents are copied one after another, once this page has its lock. */
  private copying: Promise<unknown> = new Promise<void>((resolve) => {
    const hold = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(lockOf(this.tab), hold).catch(() => undefined);
  });

  /** Whether an upload survives a reload. */
  isSaved(id: number): boolean {
    return this.copies.get(id)?.written !== undefined;
  }

  /** Saves the uploads of the queue. Finished ones stay saved, without their files, until all are finished. */
  sync(uploads: readonly QueuedUpload[]): void {
    if (this.owner === undefined) return;
    const isFinished = !uploads.some(isPending);
    const unfinished = new Map(
      uploads.filter(({ state }) => state === 'failed' || !isFinished).map((upload) => [upload.id, upload]),
    );
    for (const id of this.copies.keys()) if (id > 0 && !unfinished.has(id)) this.set(id, undefined);
    for (const [id, upload] of unfinished) this.set(id, upload);
  }

  /** Saves an upload that is not in the queue. @returns deletes it */
  save(upload: NewUpload): () => void {
    const id = --this.lastFormId;
    this.set(id, { ...upload, isUncertain: true });
    return () => this.set(id, undefined);
  }

  /** Deletes the copies of this page. The next `takeOver` saves uploads with a file of this page again. */
  discard(): void {
    this.owner = undefined;
    for (const id of this.copies.keys()) this.set(id, undefined);
  }

  /**
   * Takes over the uploads of closed pages. Deletes those of other people.
   *
   * @param onFound called for each page
   */
  async takeOver(owner: number, onFound: (uploads: UploadEntry[]) => void): Promise<void> {
    const isFirst = this.owner === undefined;
    this.owner = owner;
    if (!isFirst) return;
    const tabs = new Set((await savedNames(FOLDER)).map((name) => name.split('-')[0]!));
    tabs.delete(this.tab);
    for (const tab of tabs) {
      const signal = AbortSignal.timeout(LOCK_TIMEOUT);
      const found = navigator.locks.request(lockOf(tab), { signal }, async () => {
        const uploads = await this.read(tab);
        if (uploads.length > 0) onFound(uploads);
        // Held while this page is open.
        return new Promise(() => {});
      });
      // An open tab holds the lock.
      found.catch(() => undefined);
    }
  }

  private async read(tab: string): Promise<UploadEntry[]> {
    const saved = await readSaved(FOLDER, `${tab}-`);
    const uploads = saved.map(({ key, file, details }): UploadEntry & { owner: unknown } => {
      const upload = details.upload as UploadEntry;
      return { ...upload, owner: details.owner, file, key, ...(upload.photo && { state: 'done', progress: 1 }) };
    });
    // A content without bytes was deleted before its details.
    const isOwn = ({ owner, photo, file }: (typeof uploads)[number]) =>
      owner === this.owner && (photo !== undefined || file.size > 0);
    const isUnfinished = uploads.some((upload) => isOwn(upload) && !upload.photo);
    const restored = isUnfinished ? uploads.filter(isOwn) : [];
    for (const upload of uploads) if (!restored.includes(upload)) await deleteSaved(FOLDER, upload.key!);
    return restored;
  }

  private set(id: number, upload: UploadEntry | undefined): void {
    let copy = this.copies.get(id);
    if (!copy) {
      const key = upload?.key ?? `${this.tab}-${String(++this.lastKey).padStart(6, '0')}`;
      const [hasContent, written] = upload?.key ? [true, ''] : [false];
      copy = { key, upload: undefined, hasContent, written, isWriting: false, hasFailed: false };
    }
    if (copy.upload === upload) return;
    this.copies.set(id, copy);
    copy.upload = upload;
    if (!copy.isWriting && !(copy.hasFailed && upload)) void this.write(id, copy);
  }

  /** Writes until the copy is up to date. Without space on the disk, the upload continues without a copy. */
  private async write(id: number, copy: Copy): Promise<void> {
    copy.isWriting = true;
    try {
      for (let { upload } = copy; upload; { upload } = copy) {
        if (!(await this.writeNext(copy, upload))) return;
      }
      await deleteSaved(FOLDER, copy.key);
      this.copies.delete(id);
    } catch {
      copy.hasFailed = true;
      if (copy.written === undefined) await deleteSaved(FOLDER, copy.key).catch(() => undefined);
    } finally {
      copy.isWriting = false;
    }
  }

  /** @returns false if the copy is up to date */
  private async writeNext(copy: Copy, upload: UploadEntry): Promise<boolean> {
    const { details, contentHash, duplicateOf, isUncertain, photo, state, reason, isPermanent } = upload;
    // The copy of an unreadable file is readable: it is sent after a reload.
    const failure = state === 'failed' && reason !== UNREADABLE ? { state, reason, isPermanent } : {};
    if (!copy.hasContent && !photo) {
      const copied = this.copying.then(() => copy.upload && saveContent(FOLDER, copy.key, upload.file));
      this.copying = copied.catch(() => undefined);
      await copied;
      return (copy.hasContent = true);
    }
    const saved = { owner: this.owner, upload: { details, contentHash, duplicateOf, isUncertain, photo, ...failure } };
    const text = JSON.stringify(saved);
    if (text === copy.written) return false;
    await saveDetails(FOLDER, copy.key, upload.file, saved);
    copy.written = text;
    if (photo) await deleteContent(FOLDER, copy.key);
    return true;
  }
}
