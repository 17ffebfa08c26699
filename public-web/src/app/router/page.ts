import type { Api } from '@portfolio/api-client';
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { FormOutcome } from '../forms/form-state.ts';

export type PageStatus = 200 | 404 | 503;

export interface PageRequest {
  client: QueryClient;
  api: Api;
  params: Readonly<Record<string, string>>;
  search: URLSearchParams;
}

export interface PostRequest extends Pick<PageRequest, 'api' | 'params' | 'search'> {
  /** What was filled in, by name. */
  fields: Readonly<Record<string, string>>;
}

/** A value in the query of a page's address. */
export interface Read {
  /** How it looks. Another value is left out: such addresses would be pages without end, all the same. */
  looks: RegExp;
  /** It names something that the site has, and so there are only so many; places in a list can be thought up without end. */
  isThing?: boolean;
}

export interface Page {
  path: string;
  /** The page itself, in a file of its own that is fetched when the page is wanted. */
  view: PageView;
  /** What the page reads from the query of its address, by name; everything else in it changes nothing. */
  reads?: Readonly<Record<string, Read>>;
  /**
   * Fetches what the page shows into the query cache and answers the HTTP status that follows from it.
   *
   * The server awaits it before rendering; in a browser it runs as soon as somebody is about to follow a link.
   */
  load?: (request: PageRequest) => Promise<PageStatus>;
  /** Takes a form of the page that a browser sent without the help of JavaScript. */
  post?: (request: PostRequest) => Promise<FormOutcome>;
  /** The status of a page that needs nothing to know it. */
  status?: PageStatus;
}

/** A page whose code is fetched when it is wanted. */
export class PageView {
  /** Undefined until it has been fetched. */
  Component: ComponentType | undefined;
  private fetching: Promise<void> | undefined;

  /**
   * @param file its name in `pages/`; empty where it has none of its own
   * @param fetch imports it; the page is its default export
   */
  constructor(
    readonly file: string,
    private readonly fetch: () => Promise<{ default: ComponentType }>,
  ) {}

  /** A page so small that every visitor has its code. */
  static of(Component: ComponentType): PageView {
    const view = new PageView('', () => Promise.resolve({ default: Component }));
    view.Component = Component;
    return view;
  }

  /** Fetches the code, once. After a failure the next call tries again. */
  ready(): Promise<void> {
    this.fetching ??= this.fetch()
      .then((module) => void (this.Component = module.default))
      .catch((error: unknown) => {
        this.fetching = undefined;
        throw error;
      });
    return this.fetching;
  }
}

/** Fetches what a page cannot do without. A null answer means that there is no such page. */
export async function loadRequired<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<PageStatus> {
  await loadMissing(client, query);
  const state = client.getQueryState<T>(query.queryKey);
  if (state?.data === undefined) return 503;
  return state.data === null ? 404 : 200;
}

/** Fetches what a page shows where it can be had. */
export async function loadOptional<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<PageStatus> {
  await loadMissing(client, query);
  return 200;
}

/** Fetches what is not known. What is known, but has grown old, is good enough to go on with, and is renewed behind. */
function loadMissing<T, K extends QueryKey>(client: QueryClient, query: FetchQueryOptions<T, Error, T, K>) {
  const fetched = client.prefetchQuery(query);
  return client.getQueryData(query.queryKey) === undefined ? fetched : undefined;
}

/** Loads several parts of a page at once; the worst outcome is the page's. */
export async function loadAll(...parts: Promise<PageStatus>[]): Promise<PageStatus> {
  const statuses = await Promise.all(parts);
  return statuses.includes(503) ? 503 : statuses.includes(404) ? 404 : 200;
}
