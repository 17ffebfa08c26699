import type { ErrorView, PublicSettingsView, PublicTextsView } from '@portfolio/contracts';
import type { DehydratedState } from '@tanstack/react-query';
import type { Site } from '../data/contexts.ts';
import type { FormOutcome, FormState } from '../forms/form-state.ts';

/** State that a page carries for hydration. */
export interface PageState {
  site: Site;
  queries: DehydratedState;
  form?: FormState;
  /** Addresses of the scripts for hydration, the entry first. */
  scripts: string[];
}

export interface RenderRequest {
  /** Path and query. */
  address: string;
  site: Site;
  /** Internal origin of the API. */
  apiOrigin: string;
  /** Replaces `fetch`. */
  readJson?: ReadJson;
  /** Fields of a form that was sent to the page. */
  fields?: Readonly<Record<string, string>>;
  /** Headers of each request to the API. */
  headers?: Record<string, string>;
  assets: PageAssets;
  memory?: PageMemory;
  /** Logs an error of rendering. */
  report: (error: unknown) => void;
  /** Whether an earlier page at the address has this status and state, so that it would be rendered to the same bytes. */
  isKnown?: (status: number, state: string) => boolean;
}

/**
 * Sends a GET request.
 *
 * @returns a response of any status; `body` is undefined without JSON
 * @throws if no response arrives in time
 */
export type ReadJson = (url: string, headers: Record<string, string>, timeoutMs: number) => Promise<JsonResponse>;

interface JsonResponse {
  status: number;
  body: Partial<ErrorView> | null | undefined;
  /** Seconds. */
  retryAfter: number | undefined;
}

/** Last known data, for pages rendered while the API is unavailable. */
export interface PageMemory {
  settings?: PublicSettingsView | undefined;
  texts?: PublicTextsView | undefined;
}

/** Addresses of a page's files. */
export interface PageAssets {
  /** `hydrate-on-interaction.ts`, the only script that a page runs at first. */
  loader: string;
  /** `entry-client.tsx`, which the loader loads for hydration. */
  script: string;
  /** Page bundles, by their names in `pages/`. */
  views: Readonly<Record<string, string>>;
  styles: string[];
  fonts: string[];
}

export interface RenderedPage {
  status: number;
  /** Seconds after which the form may be sent again. */
  retryAfter?: number | undefined;
  /** The address does not follow from site content: anybody can make up more like it. */
  isUnbounded?: boolean;
  /** Writes the document. */
  pipe<T extends NodeJS.WritableStream>(destination: T): T;
}

export interface PageLocation {
  /** Canonical address: the path, and the query parameters that the page reads. */
  address: string;
  /** Whether to redirect to `address`; parameters that the page does not read cause none. */
  needsRedirect: boolean;
  /** Such as `/photo/:id`; `*` for an unknown address. */
  pattern: string;
}

/** @param address path and query as requested */
export type Locate = (address: string) => PageLocation;

/** After a form. */
type Redirect = Extract<FormOutcome, { goTo: string }>;

/** Renders a page, unless it is known, or redirects after a form. */
export type Render = (request: RenderRequest) => Promise<RenderedPage | { isKnown: true } | Redirect>;

/** Renders the error document. */
export type RenderFailurePage = (status: number, assets: PageAssets, memory?: PageMemory) => Promise<RenderedPage>;

/**
 * Window event after hydration. A type: a constant imported by both scripts would become a chunk that the loader must
 * download.
 */
export type HydratedEvent = 'hydrated';

/** Window event when client-side navigation has shown a page. */
export type ShownEvent = 'navigate';

/** Window event when the page's code cannot be loaded. */
export type HydrationFailedEvent = 'hydration-failed';
