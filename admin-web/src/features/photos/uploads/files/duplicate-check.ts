import { LIMITS, type KnownPhotoView, type PhotoView } from '@portfolio/contracts';
import { canHash, contentHash } from './content-hash.ts';

/** Files in memory at a time. */
const AT_A_TIME = 2;

/** By file: none is read twice while there is any use for it. */
const hashes = new WeakMap<File, string>();

/** What is known of one file before it goes. */
export interface Finding {
  contentHash: string;
  /** The photo that it is already. */
  photo?: PhotoView;
  /** The same file once more, earlier among those that are looked at. */
  twin?: File;
}

export interface FileCheckState {
  findings: ReadonlyMap<File, Finding>;
  isChecking: boolean;
}

/**
 * Looks whether files have been uploaded before, or are there twice, by their contents. Where that cannot be told, because
 * the page may not compute it or the site does not answer, there is nothing found.
 */
export class FileCheck {
  private state: FileCheckState;
  private readonly listeners = new Set<() => void>();
  private running: symbol | undefined;
  private hasEnded = false;
  private isStopped = false;

  /** @param find asks which of at most `LIMITS.batch` hashes are known */
  constructor(
    private readonly files: readonly File[],
    private readonly find: (hashes: string[]) => Promise<KnownPhotoView[]>,
  ) {
    this.state = { findings: new Map(), isChecking: files.length > 0 && canHash() };
  }

  /** The same object until something changes. */
  snapshot = (): FileCheckState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Resolves when all has been found out that can be; with nothing when these files are not looked at any more. */
  async settled(): Promise<FileCheckState | undefined> {
    if (this.state.isChecking) {
      await new Promise<void>((resolve) => {
        const unsubscribe = this.subscribe(() => {
          if (this.state.isChecking) return;
          unsubscribe();
          resolve();
        });
      });
    }
    return this.isStopped ? undefined : this.state;
  }

  /** Also goes on after `stop`. */
  async start(): Promise<void> {
    this.isStopped = false;
    if (this.hasEnded || this.files.length === 0 || !canHash()) return;
    if (!this.state.isChecking) this.tell({ ...this.state, isChecking: true });
    const run = Symbol();
    this.running = run;
    const rest = this.files.filter((file) => !hashes.has(file));
    await Promise.all(Array.from({ length: AT_A_TIME }, () => this.hashSome(rest, run)));
    const known = await this.ask();
    if (this.running !== run) return;
    this.hasEnded = true;
    this.tell({ findings: this.findingsOf(known), isChecking: false });
  }

  stop(): void {
    this.isStopped = true;
    this.running = undefined;
    if (this.state.isChecking) this.tell({ ...this.state, isChecking: false });
  }

  private async hashSome(rest: File[], run: symbol): Promise<void> {
    for (let file = rest.shift(); file && this.running === run; file = rest.shift()) {
      // One that cannot be read says so when it is sent.
      const hash = await contentHash(file).catch(() => undefined);
      if (hash) hashes.set(file, hash);
    }
  }

  private async ask(): Promise<Map<string, PhotoView>> {
    const asked = [...new Set(this.files.flatMap((file) => hashes.get(file) ?? []))];
    const parts: string[][] = [];
    while (asked.length > 0) parts.push(asked.splice(0, LIMITS.batch));
    // To know is a convenience: an upload does not wait for a site that cannot tell.
    const answers = await Promise.all(parts.map((part) => this.find(part).catch(() => [])));
    return new Map(answers.flat().map(({ content_hash, photo }) => [content_hash, photo]));
  }

  private findingsOf(known: Map<string, PhotoView>): Map<File, Finding> {
    const first = new Map<string, File>();
    const findings = new Map<File, Finding>();
    for (const file of this.files) {
      const hash = hashes.get(file);
      if (!hash) continue;
      const [photo, twin] = [known.get(hash), first.get(hash)];
      findings.set(file, { contentHash: hash, ...(photo && { photo }), ...(twin && { twin }) });
      if (!twin) first.set(hash, file);
    }
    return findings;
  }

  private tell(state: FileCheckState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
