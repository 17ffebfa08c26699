import type { InfiniteData, Query, QueryClient, QueryFilters } from '@tanstack/react-query';

interface Item {
  id: number;
}

/** Page of a list; the items are its only array. */
interface Page {
  next_cursor: string | null;
  total: number;
  /** Lowest id of the fetched items, some of which an update may have removed. */
  end?: number | undefined;
}

type Pages = InfiniteData<Page>;

/**
 * Refetches active queries after a change. Of a list that has several pages in descending order of ids, only the pages with
 * changed items, and the first one unless its query `takesNewest`; other queries completely.
 *
 * @param ids of the changed items
 * @throws AggregateError with the errors of all failed requests and of lists that changed during their refetch
 */
export async function refetch(
  client: QueryClient,
  ids: ReadonlySet<number>,
  filters: QueryFilters = {},
): Promise<void> {
  const active = client.getQueryCache().findAll({ ...filters, type: 'active' });
  const results = await Promise.allSettled(
    active.map((query) => (canRefetchByPage(query) ? refetchPages(client, query, ids) : refetchAll(client, query))),
  );
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (errors.length > 0) throw new AggregateError(errors);
}

/** Whether a list has several pages, newest first: their cursors stay valid when earlier items are added or removed. */
function canRefetchByPage({ state }: Query): boolean {
  const pages = (state.data as Partial<Pages> | undefined)?.pages;
  if (!Array.isArray(pages) || pages.length < 2) return false;
  const ids = pages.flatMap((page) => itemsOf(page).map(({ id }) => id));
  return ids.every((id, index) => typeof id === 'number' && (index === 0 || id < ids[index - 1]!));
}

const refetchAll = (client: QueryClient, { queryKey }: Query) =>
  client.refetchQueries({ queryKey, exact: true }, { throwOnError: true });

async function refetchPages(client: QueryClient, query: Query, ids: ReadonlySet<number>): Promise<void> {
  const { options, queryKey, meta } = query;
  const before = query.state.data as Pages;
  const fetchPage = options.queryFn as (context: object) => Promise<Page>;
  let after = before;
  for (const [index, page] of before.pages.entries()) {
    const mustRefetchFirst = index === 0 && !meta?.takesNewest;
    if (!mustRefetchFirst && !itemsOf(page).some(({ id }) => ids.has(id))) continue;
    const { signal } = new AbortController();
    const fresh = await fetchPage({ client, queryKey, meta, signal, pageParam: before.pageParams[index] });
    after = replacePage(after, index, fresh);
    const isMissing = ({ id }: Item) => ids.has(id) && !itemsOf(fresh).some((item) => item.id === id);
    // A changed item may have moved to a later page.
    if (itemsOf(after.pages[index]!).some(isMissing)) return refetchAll(client, query);
  }
  // A further page under way would overwrite the result with the old pages.
  const isFetching = query.state.fetchStatus !== 'idle';
  if (isFetching || query.state.data !== before) throw new Error('The list was changed while it was read');
  // `setQueryData` would clear an error and an invalidation, which concern the other pages too.
  query.setState({ data: after });
}

/** Replaces one page, up to the start of the next one. */
function replacePage({ pages, pageParams }: Pages, position: number, fresh: Page): Pages {
  const old = pages[position]!;
  const next = pages.slice(position + 1).flatMap(itemsOf)[0]?.id ?? -Infinity;
  const end = fresh.next_cursor === null ? -Infinity : (itemsOf(fresh).at(-1)?.id ?? -Infinity);
  const below = itemsOf(old).filter(({ id }) => id < end);
  const replacesWholePage = position === pages.length - 1 && below.length === 0;
  const items = [...itemsOf(fresh).filter(({ id }) => id > next), ...below];
  const { next_cursor, end: lowestFetchedId } = replacesWholePage ? fresh : old;
  const page = { ...fresh, [itemsKeyOf(fresh)]: items, next_cursor, end: lowestFetchedId };
  return {
    pages: pages.map((other, index) => ({ ...(index === position ? page : other), total: fresh.total })),
    pageParams,
  };
}

const itemsKeyOf = (page: Page) => Object.keys(page).find((name) => Array.isArray(page[name as keyof Page])) ?? '';
const itemsOf = (page: Page) => (page as unknown as Record<string, Item[] | undefined>)[itemsKeyOf(page)] ?? [];
