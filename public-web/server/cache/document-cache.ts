import { LRUCache } from 'lru-cache';
import type { CachedPage } from './cached-page.ts';
import { SharedRuns } from './shared-runs.ts';

/** Milliseconds until the content version is read again. A change through another process shows after that. */
const FRESH = 3_000;

const MAX_BYTES = 32 * 1024 * 1024;

/** Text with its compressed copies, by the size of the text: XML compresses to a tenth. */
const SIZE_FACTOR = 1.25;

interface Versioned<D> {
  document: D;
  /** Read before the document was generated; undefined where it is unknown. */
  contentVersion: string | undefined;
}

interface Entry<D> extends Versioned<D> {
  /** When the content version was read. */
  asOf: number;
}

/**
 * LRU cache of generated documents. A document is generated again once the content version has changed, and once at a time,
 * however many clients wait for it and however often the site changes.
 */
export class DocumentCache<D extends { content: CachedPage }> {
  private readonly runs: SharedRuns<Versioned<D> | undefined>;
  private readonly entries = new LRUCache<string, Entry<D>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ document }) => Math.ceil(SIZE_FACTOR * document.content.html.length) + 1_000,
  });

  /** @param generate returns undefined if there is no document at the path */
  constructor(
    private readonly generate: (path: string) => Promise<D | undefined>,
    private readonly readVersion: () => Promise<string | undefined>,
  ) {
    this.runs = new SharedRuns(
      { concurrency: 1, joinFor: Infinity },
      (path) => this.revalidate(path),
      (path, version, asOf) => {
        if (version) this.entries.set(path, { ...version, asOf });
        else this.entries.delete(path);
        return version;
      },
    );
  }

  async get(path: string): Promise<D | undefined> {
    const entry = this.entries.get(path);
    if (entry && performance.now() - entry.asOf < FRESH) return entry.document;
    return (await this.runs.get(path))?.document;
  }

  /** Later callers get documents of a content version read after this call. */
  invalidate(): void {
    this.runs.invalidate();
    for (const entry of this.entries.values()) entry.asOf = -Infinity;
  }

  /** Without a version, as after a crash of the database, each run generates the document. */
  private async revalidate(path: string): Promise<Versioned<D> | undefined> {
    const contentVersion = await this.readVersion().catch(() => undefined);
    const entry = this.entries.get(path);
    if (entry && contentVersion !== undefined && entry.contentVersion === contentVersion) return entry;
    const document = await this.generate(path);
    return document && { document, contentVersion };
  }
}
