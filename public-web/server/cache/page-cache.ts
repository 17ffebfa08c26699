import type { CachedPage } from './cached-page.ts';
import { LruCache } from './lru-cache.ts';

/** Milliseconds for which a page is sent without a thought. */
const FRESH = 1_000;

/**
 * Milliseconds after which it is not sent any more. In between it is sent while one render makes it new.
 *
 * A gateway may keep it for a second more, and a browser takes the settings in it as fresh for two from when it asked for
 * the page: what is 5 seconds old is not taken for new by anybody.
 */
const USABLE = 2_000;

/** Milliseconds for which those who ask join a render that is under way. Who comes later is not told what was before. */
const SHARED = 1_000;

/**
 * Renders of a page under way at once: the one that is joined, and one that was begun too early to be. Where both take
 * longer, whoever asks waits until one of them has ended and joins the next.
 */
const AT_ONCE = 2;

/** What is kept at most: pages, and what is at addresses that anybody can think of without end, mostly nothing. */
const PAGES = { entries: 2_000, bytes: 64_000_000 };
const ODD = { entries: 200, bytes: 8_000_000 };

/** The statuses of what may be kept. A failure is told to those who wait for it, and then tried again. */
const LASTING = [200, 404];

interface Entry {
  page: CachedPage;
  /** When its render began, and so when what it says was true. */
  asOf: number;
}

interface Render {
  began: number;
  /** How many changes there had been. */
  generation: number;
  page: Promise<CachedPage>;
}

/** Renders the page at an address. */
export type RenderPage = (address: string) => Promise<CachedPage>;

/** How a page was had: kept, kept while it is made new, or rendered for those who wait. */
export type CacheOutcome = 'hit' | 'stale' | 'miss';

export interface PageCacheOptions {
  render: RenderPage;
  /** Told of each page that is asked for. */
  onOutcome?: ((outcome: CacheOutcome) => void) | undefined;
  /** Milliseconds; for tests. */
  now?: () => number;
}

/**
 * Rendered pages, kept in memory for a moment: however many ask for a page, it is rendered once a second, and by two renders at
 * once at most, however slow they are and however often something changes.
 *
 * Addresses are to be told apart by what changes the page, and by nothing else.
 */
export class PageCache {
  private readonly render: RenderPage;
  private readonly onOutcome: ((outcome: CacheOutcome) => void) | undefined;
  private readonly now: () => number;
  private readonly pages = new LruCache<Entry>(PAGES);
  private readonly odd = new LruCache<Entry>(ODD);
  /** Those under way, the latest last. */
  private readonly renders = new Map<string, Render[]>();
  /** Those that begin when another one has ended. */
  private readonly next = new Map<string, Promise<CachedPage>>();
  /** Counts the changes: what was begun before one is not kept after it. */
  private generation = 0;

  constructor({ render, onOutcome, now = () => performance.now() }: PageCacheOptions) {
    this.render = render;
    this.onOutcome = onOutcome;
    this.now = now;
  }

  has(address: string): boolean {
    return this.pages.has(address) || this.odd.has(address);
  }

  /** The page at an address: at once where it is known well enough, otherwise when it has been rendered. */
  get(address: string): CachedPage | Promise<CachedPage> {
    const entry = this.pages.get(address) ?? this.odd.get(address);
    const age = entry ? this.now() - entry.asOf : Infinity;
    this.onOutcome?.(age < FRESH ? 'hit' : age < USABLE ? 'stale' : 'miss');
    if (!entry || age >= USABLE) return this.renew(address);
    // A failure here is that of the next who asks, once the page is too old to be sent.
    if (age >= FRESH) this.renew(address).catch(() => undefined);
    return entry.page;
  }

  /** Something has changed on the site: whoever asks from now on sees it. */
  clear(): void {
    this.generation += 1;
    this.pages.clear();
    this.odd.clear();
  }

  private renew(address: string): Promise<CachedPage> {
    const current = this.renders.get(address) ?? [];
    const latest = current.at(-1);
    const isJoined = latest?.generation === this.generation && this.now() - latest.began < SHARED;
    if (latest && isJoined) return latest.page;
    return (
      this.next.get(address) ?? (current.length < AT_ONCE ? this.begin(address) : this.beginAfter(current, address))
    );
  }

  private begin(address: string): Promise<CachedPage> {
    const [began, generation] = [this.now(), this.generation];
    const page = this.render(address)
      .then((page) => (generation === this.generation ? this.keep(address, page, began) : page))
      .finally(() => {
        const others = this.renders.get(address)?.filter((other) => other.page !== page) ?? [];
        if (others.length > 0) this.renders.set(address, others);
        else this.renders.delete(address);
      });
    this.renders.set(address, [...(this.renders.get(address) ?? []), { began, generation, page }]);
    return page;
  }

  private beginAfter(current: Render[], address: string): Promise<CachedPage> {
    const next = Promise.race(current.map(({ page }) => page.catch(() => undefined))).then(() => {
      this.next.delete(address);
      return this.begin(address);
    });
    this.next.set(address, next);
    return next;
  }

  /** @returns what is sent: the page that was there before, where nothing has changed */
  private keep(address: string, page: CachedPage, asOf: number): CachedPage {
    if (!LASTING.includes(page.status)) return page;
    const before = this.pages.get(address) ?? this.odd.get(address);
    // A slow render may end after a later one.
    if (before && before.asOf > asOf) return page;

    const isSame = before?.page.isSameAs(page) === true;
    const kept = isSame ? before.page : page;
    // It takes its time in threads of its own; should it fail, the page stays as it is.
    if (isSame) kept.makeSmaller().catch(() => undefined);
    for (const shelf of [this.pages, this.odd]) shelf.delete(address);
    const shelf = page.status === 404 || page.isUnbounded ? this.odd : this.pages;
    shelf.set(address, { page: kept, asOf }, kept.bytes);
    return kept;
  }
}
