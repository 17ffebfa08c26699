import type { PublicSettingsView, PublicTextsView } from '@portfolio/contracts';
import type { DehydratedState } from '@tanstack/react-query';
import type { FormState } from '../forms/form-state.ts';
import type { Site } from '../data/site.ts';

/** What the server sends along with a page, for the browser to go on from. */
export interface PageState {
  site: Site;
  queries: DehydratedState;
  form?: FormState;
  /** Addresses of the scripts that bring the page to life, the one that is run first. */
  scripts: string[];
}

/** What the server asks of a page. */
export interface RenderRequest {
  /** Path and query. */
  address: string;
  site: Site;
  /** Internal origin of the API. */
  apiOrigin: string;
  /** What was filled in, where a form was sent to the page. */
  fields?: Readonly<Record<string, string>>;
  /** Sent along with every request to the API. */
  headers?: Record<string, string>;
  assets: PageAssets;
  /** What the server remembers from one page to the next. */
  memory?: PageMemory;
  /** Told why a page could not be rendered. */
  report: (error: unknown) => void;
}

/** What a server keeps in mind of the site. */
export interface PageMemory {
  /** As they were last known, for pages that cannot learn them: a dark site stays dark while the API is away. */
  settings?: PublicSettingsView | undefined;
  /** The artist's words, for pages that are nothing without them. */
  texts?: PublicTextsView | undefined;
}

/** Addresses of the files that a page is made of. */
export interface PageAssets {
  /** The small one that every page runs, which fetches the others when they are wanted: see `hydrate-on-interaction.ts`. */
  wake: string;
  /** What all pages share. */
  script: string;
  /** The files with the pages' own code, by their names in `pages/`. */
  views: Readonly<Record<string, string>>;
  styles: string[];
  /** The font files that every page shows. */
  fonts: string[];
}

export interface RenderedPage {
  status: number;
  /** Seconds after which it is worth sending again the form that came back. */
  retryAfter?: number | undefined;
  /** Its address is one that anybody can think of, beside those that the site has by its content. */
  isOdd?: boolean;
  /** Writes the document. */
  pipe<T extends NodeJS.WritableStream>(destination: T): T;
}

/** Where the page is that somebody asks for. */
export interface Location {
  /** The one address of the page: its path, and of the query what the page reads. All that leads to it is the same page. */
  address: string;
  /** The browser is to go to this address, because it would show another page under its own. */
  isMoved: boolean;
  /** How addresses of this page look, such as `/photo/:id`; `*` where there is none. */
  pattern: string;
}

/** @param address path and query as they were sent */
export type Locate = (address: string) => Location;

/** A page, or the address of the site where the visitor goes on after a form. */
export type Render = (request: RenderRequest) => Promise<RenderedPage | { goTo: string }>;

export type RenderFailure = (status: number, assets: PageAssets, memory?: PageMemory) => Promise<RenderedPage>;
