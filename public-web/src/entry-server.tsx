import { Api, publicSettingsQuery, publicTextsQuery } from '@portfolio/api-client';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { preinit, preload } from 'react-dom';
import { renderToPipeableStream } from 'react-dom/server';
import { App } from './app/layout/app.tsx';
import { FailurePage } from './app/components/failure-page.tsx';
import { MemoryNavigation } from './app/router/memory-navigation.tsx';
import { loadOptional, type Page } from './app/router/page.ts';
import { Pages } from './app/router/pages.tsx';
import { createQueryClient, dehydrateState } from './app/data/query-client.ts';
import type {
  Locate,
  PageAssets,
  PageMemory,
  PageState,
  Render,
  RenderedPage,
  RenderFailure,
} from './app/layout/render.ts';
import { findPage } from './routes.tsx';

/** Milliseconds that a visitor waits for the API before the page says that it is away. */
const PATIENCE = 5_000;

/** Renders the page at an address: fetches what it shows, then streams the document. A form sent to it is taken first. */
export const render: Render = async ({
  address,
  site,
  apiOrigin,
  fields,
  headers = {},
  assets,
  memory = {},
  report,
}) => {
  try {
    const api = new Api({ origin: apiOrigin, headers, timeout: PATIENCE });
    const { page, params, search } = findPage(address);
    if (fields && !page.post) return await renderFailure(405, assets, memory);
    const outcome = fields && (await page.post?.({ api, params, search, fields }));
    if (outcome && 'goTo' in outcome) return outcome;

    const client = createQueryClient({ onServer: true });
    const [loaded] = await Promise.all([
      page.load?.({ client, api, params, search }),
      loadOptional(client, publicSettingsQuery(api)),
      page.view.ready(),
    ]);
    applyFallback(client, api, memory);
    // What was remembered stands in for what could not be had, and the page is whole.
    const status = loaded === 503 && !hasFailures(client) ? 200 : (loaded ?? page.status ?? 200);
    const form = outcome?.state;
    const view = assets.views[page.view.file];
    const scripts = [assets.script, ...(view ? [view] : [])];
    const state = inert({ site, queries: dehydrateState(client), ...(form ? { form } : {}), scripts });
    const rendered = await stream(
      outcome?.status ?? status,
      <Files assets={assets}>
        <App api={api} client={client} site={site} form={form} state={state}>
          <MemoryNavigation address={address}>
            <Pages />
          </MemoryNavigation>
        </App>
      </Files>,
      assets.wake,
    );
    return { ...rendered, retryAfter: outcome?.retryAfter, isOdd: isOdd(page, search, client) };
  } catch (error) {
    report(error);
    return renderFailure(500, assets, memory);
  }
};

/** Renders the page that says that there is no other, with the status that says why. */
export const renderFailure: RenderFailure = (status, assets, memory) =>
  stream(
    status,
    <Files assets={assets}>
      <FailurePage status={status} settings={memory?.settings} />
    </Files>,
  );

/** Resolves once everything is rendered that the first byte depends on, so that a failure can still change the status. */
function stream(status: number, document: ReactNode, script?: string): Promise<RenderedPage> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<StrictMode>{document}</StrictMode>, {
      ...(script ? { bootstrapModules: [script] } : {}),
      onShellReady: () => resolve({ status, pipe }),
      onShellError: reject,
      onError: () => undefined,
    });
  });
}

/** Names the files of the page to the browser, without a place of their own in the document that both sides render. */
function Files({ assets, children }: { assets: PageAssets; children: ReactNode }) {
  for (const font of assets.fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  for (const style of assets.styles) preinit(style, { as: 'style', precedence: 'site' });
  return children;
}

/** Keeps settings and texts in mind, and stands in with them where they cannot be had: nobody is to see that they are missing. */
function applyFallback(client: QueryClient, api: Api, memory: PageMemory): void {
  const lastKnown = <T,>({ queryKey }: { queryKey: QueryKey }, last: T | undefined): T | undefined => {
    const asked = client.getQueryState<T>(queryKey);
    if (asked && asked.data === undefined && last) client.setQueryData(queryKey, last);
    return asked?.data ?? last;
  };
  memory.settings = lastKnown(publicSettingsQuery(api), memory.settings);
  memory.texts = lastKnown(publicTextsQuery(api), memory.texts);
}

/** Whether something that the page asked for is missing. */
const hasFailures = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.status === 'error');

/** Whether an address says more than which things it shows, or names one that is not there. */
function isOdd({ reads = {} }: Page, search: URLSearchParams, client: QueryClient): boolean {
  const given = Object.entries(reads).filter(([name]) => search.has(name));
  const isNull = () =>
    client
      .getQueryCache()
      .getAll()
      .some(({ state }) => state.data === null);
  return given.some(([, { isThing }]) => !isThing) || (given.length > 0 && isNull());
}

/** Says which page an address leads to, so that each is kept once, whatever else the address says. */
export const locate: Locate = (sent) => {
  const { page, params, search } = findPage(sent);
  const [pathname = ''] = sent.split('?');
  const pattern = page.path;
  if (page.status === 404) return { address: pathname, isMoved: false, pattern };

  const path = page.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(page.reads ?? {}).filter(([name]) => search.has(name));
  const read = given.flatMap(([name, { looks }]) => {
    const value = search.get(name) ?? '';
    return looks.test(value) ? [[name, value]] : [];
  });
  const address = read.length === 0 ? path : `${path}?${new URLSearchParams(read)}`;
  return { address, isMoved: read.length < given.length || (path !== '/' && pathname.endsWith('/')), pattern };
};

/** JSON that cannot end or open an element, whatever an artist calls a picture. */
const inert = (state: PageState) => JSON.stringify(state).replaceAll('<', '\\u003c');
