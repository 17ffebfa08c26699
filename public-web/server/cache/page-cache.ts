import { LRUCache } from 'lru-cache';
import type { CachedPage } from './cached-page.ts';
import { SharedRuns } from './shared-runs.ts';

/** Milliseconds for which a page is fresh. */
const FRESH = 1_000;

/**
 * Milliseconds until which a stale page is served while it is rendered again. The gateway's own cache may serve it one
 * second longer.
 */
const USABLE = 2_000;

/** Milliseconds for which callers join a render in progress. */
const JOINED = 1_000;

/** Concurrent renders of one page. Slow ones are not joined for long, and must not pile up. */
const MAX_RENDERS = 2;

/** Limits for pages with status 200 at addresses of site content. Sizes in bytes. */
const PAGES = { max: 2_000, maxSize: 64_000_000 };
/** Limits for all other pages, mostly 404s: anybody can make up their addresses. */
const ARBITRARY_PAGES = { max: 200, maxSize: 8_000_000 };

/** Statuses that are cached. Failures are rendered again for the next request. */
const CACHED_STATUSES = [200, 403, 404, 410];

interface Entry {
  page: CachedPage;
  /** Start of its render; `-Infinity` after a change. */
  asOf: number;
}

/**
 * Renders the page at an address.
 *
 * @param previous page of the last render; `render` returns it when the data is the same
 * @param headers of the visitor, for a page that is not cached
 */
export type RenderPage = (
  address: string,
  previous?: CachedPage,
  headers?: Record<string, string>,
) => Promise<CachedPage>;

/** `hit` is fresh, `stale` is served while it is rendered again, `miss` waits for a render. */
export type CacheOutcome = 'hit' | 'stale' | 'miss';

/**
 * LRU cache of rendered pages, stale-while-revalidate. Keys are canonical addresses (decision 22). A page whose data is
 * unchanged is not rendered again.
 */
export class PageCache {
  private readonly renders: SharedRuns<CachedPage>;
  private readonly pages = new LRUCache<string, Entry>(PAGES);
  private readonly arbitraryPages = new LRUCache<string, Entry>(ARBITRARY_PAGES);

  constructor(
    render: RenderPage,
    private readonly onOutcome?: (outcome: CacheOutcome) => void,
  ) {
    this.renders = new SharedRuns(
      { concurrency: MAX_RENDERS, joinFor: JOINED },
      (address) => render(address, this.find(address)?.page),
      (address, page, asOf) => this.store(address, page, asOf),
    );
  }

  /** Returns without a promise if the page is usable. */
  get(address: string): CachedPage | Promise<CachedPage> {
    const page = this.usable(address);
    if (page) return page;
    this.onOutcome?.('miss');
    return this.renders.get(address);
  }

  /** The cached page, unless it has expired; a stale one is rendered again in the background. Reports no `miss`. */
  usable(address: string): CachedPage | undefined {
    const entry = this.find(address);
    const age = entry ? performance.now() - entry.asOf : Infinity;
    if (!entry || age >= USABLE) return undefined;
    this.onOutcome?.(age < FRESH ? 'hit' : 'stale');
    // The error is ignored: once the stale page has expired, the next request renders it and reports its own error.
    if (age >= FRESH) this.renders.get(address).catch(() => undefined);
    return entry.page;
  }

  /** Later callers get pages whose data was fetched after this call. */
  invalidate(): void {
    this.renders.invalidate();
    for (const cache of [this.pages, this.arbitraryPages]) {
      for (const entry of cache.values()) entry.asOf = -Infinity;
    }
  }

  private find(address: string): Entry | undefined {
    return this.pages.get(address) ?? this.arbitraryPages.get(address);
  }

  /** @returns the previous page if its content is the same, with its compressed copies */
  private store(address: string, page: CachedPage, asOf: number): CachedPage {
    if (!CACHED_STATUSES.includes(page.status)) return page;
    const previous = this.find(address);
    // A slow render may end after a later one.
    if (previous && previous.asOf > asOf) return page;

    const isSame = previous?.page.equals(page) === true;
    const stored = isSame ? previous.page : page;
    // Runs on zlib's threads. After a failure the copy compressed at the fast level stays.
    if (isSame) stored.recompress().catch(() => undefined);
    const [cache, other] =
      page.status !== 200 || page.isUnbounded ? [this.arbitraryPages, this.pages] : [this.pages, this.arbitraryPages];
    other.delete(address);
    cache.set(address, { page: stored, asOf }, { size: stored.bytes + 2 * address.length });
    return stored;
  }
}
