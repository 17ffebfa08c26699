import type { Api } from '@portfolio/api-client';
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { FormOutcome } from '../forms/form-state.ts';

export type PageStatus = 200 | 403 | 404 | 503;

export interface PageRequest {
  client: QueryClient;
  api: Api;
  params: Readonly<Record<string, string>>;
  search: URLSearchParams;
}

export interface PostRequest extends Pick<PageRequest, 'api' | 'params' | 'search'> {
  /** Form fields by name. */
  fields: Readonly<Record<string, string>>;
}

/** Query parameter of a page. */
export interface SearchParam {
  /** The server removes values that do not match. */
  pattern: RegExp;
  /** Only names of existing entities are valid. Of other values, such as cursors, anybody can make up any number. */
  isEntity?: boolean;
}

export interface Page {
  path: string;
  view: LazyView;
  /** The server ignores all other query parameters; scripts may read more. */
  searchParams?: Readonly<Record<string, SearchParam>>;
  /**
   * Fetches the page's data into the query cache; resolves to the HTTP status. The server awaits it before rendering, a
   * browser runs it when a visitor points at a link.
   */
  load?: (request: PageRequest) => Promise<PageStatus>;
  /** Handles a form that a browser sent without JavaScript. */
  post?: (request: PostRequest) => Promise<FormOutcome>;
  /** Fixed status. */
  status?: PageStatus;
}

/** A page component whose code is loaded on demand. */
export class LazyView {
  /** Undefined until it is loaded. */
  Component?: ComponentType | undefined;
  private loading: Promise<void> | undefined;

  /** @param file name in `pages/`; empty for a component of the main bundle */
  constructor(
    readonly file: string,
    private readonly importPage: () => Promise<{ default: ComponentType }>,
  ) {}

  /** Loads the code once. After a failure the next call tries again. */
  load(): Promise<void> {
    this.loading ??= this.importPage()
      .then((module) => void (this.Component = module.default))
      .catch((error: unknown) => {
        this.loading = undefined;
        throw error;
      });
    return this.loading;
  }
}

/** Prefetches data that the page needs: null means 404, an error 503. */
export async function loadRequired<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<PageStatus> {
  await loadMissing(client, query);
  const state = client.getQueryState<T>(query.queryKey);
  if (state?.data === undefined) return 503;
  return state.data === null ? 404 : 200;
}

/** Prefetches data that the page can do without. */
export async function loadOptional<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<PageStatus> {
  await loadMissing(client, query);
  return 200;
}

/** Awaits missing data only; stale data is refetched in the background. */
function loadMissing<T, K extends QueryKey>(client: QueryClient, query: FetchQueryOptions<T, Error, T, K>) {
  const fetched = client.prefetchQuery(query);
  return client.getQueryData(query.queryKey) === undefined ? fetched : undefined;
}

/** Loads parts of a page in parallel; the worst status wins. */
export async function loadAll(...parts: Promise<PageStatus>[]): Promise<PageStatus> {
  const statuses = await Promise.all(parts);
  return statuses.includes(503) ? 503 : statuses.includes(404) ? 404 : 200;
}
