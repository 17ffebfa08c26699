import { SharedRuns } from './shared-runs.ts';

/** Milliseconds for which a document is cached. A gallery hidden through another process disappears after that. */
const USABLE = 3_000;

/** Caches one generated document. It is generated once at a time, however often it changes. */
export class DocumentCache<T> {
  private readonly runs: SharedRuns<T>;
  private cached: { document: T; asOf: number } | undefined;

  constructor(generate: () => Promise<T>, { now }: { now?: () => number } = {}) {
    this.runs = new SharedRuns({ concurrency: 1, joinFor: Infinity, now }, generate, (_key, document, asOf) => {
      this.cached = { document, asOf };
      return document;
    });
  }

  async get(): Promise<T> {
    if (this.cached && this.runs.now() - this.cached.asOf < USABLE) return this.cached.document;
    return this.runs.get('');
  }

  /** Later callers get a document generated after this call. */
  clear(): void {
    this.runs.invalidate();
    this.cached = undefined;
  }
}
