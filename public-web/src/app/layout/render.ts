import type { ErrorView, PublicSettingsView, PublicTextsView } from '@portfolio/contracts';
import type { DehydratedState } from '@tanstack/react-query';
import type { FormState } from '../forms/form-state.ts';

/** State that a page carries for hydration. */
export interface PageState {
  origin: string;
  queries: DehydratedState;
  form?: FormState;
  /** Addresses of the scripts for hydration, the entry first. */
  scripts: string[];
}

export interface RenderRequest {
  /** Path and query. */
  address: string;
  /** Public origin of the site. */
  origin: string;
  /** Internal origin of the API. */
  apiOrigin: string;
  readJson: ReadJson;
  /** Fields of a form that was sent to the page. */
  fields?: Readonly<Record<string, string>>;
  /** Headers of each request to the API. */
  headers?: Record<string, string>;
  assets: PageAssets;
  memory?: PageMemory;
  /** Logs an error of rendering. */
  report: (error: unknown) => void;
  /** Whether the earlier page at the address has this status and state, and so the same bytes. */
  isUnchanged?: (status: number, state: string) => boolean;
}

/**
 * Sends a GET request.
 *
 * @returns a response of any status; `body` is undefined without JSON, `retryAfter` is in seconds
 * @throws if no response arrives in time
 */
export type ReadJson = (
  url: string,
  headers: Record<string, string>,
  timeoutMs: number,
) => Promise<{ status: number; body: Partial<ErrorView> | null | undefined; retryAfter: number | undefined }>;

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

/**
 * Window events: after hydration, when client-side navigation is about to show a page (except the page below a closing
 * viewer), and when the page's code cannot be loaded. A type: a constant imported by both scripts would become a chunk that
 * the loader must download.
 */
export type PageEvent = 'hydrated' | 'navigate' | 'hydration-failed';
