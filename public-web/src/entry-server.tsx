import { publicSettingsQuery, publicTextsQuery, type Api } from '@portfolio/api-client';
import { tagKey } from '@portfolio/contracts';
import type { QueryClient, QueryKey, QueryState } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { preinit, preload } from 'react-dom';
import { renderToPipeableStream } from 'react-dom/server';
import { FailurePage } from './app/components/failure-page.tsx';
import { createQueryClient, dehydrateState } from './app/data/query-client.ts';
import { ServerApi } from './app/data/server-api.ts';
import type { FormOutcome } from './app/forms/form-state.ts';
import { App } from './app/layout/app.tsx';
import { StaticHead } from './app/layout/static-head.tsx';
import type { PageAssets, PageMemory, PageState, RenderedPage, RenderRequest } from './app/layout/render.ts';
import { locationAt, NavigationContext, type Navigation } from './app/router/navigation.ts';
import { loadOptional, type Page } from './app/router/page.ts';
import { Pages } from './app/router/pages.tsx';
import { findPage } from './routes.tsx';

/** For the content security policy. */
export { INLINE_SCRIPT as inlineScript } from './app/layout/static-head.tsx';

const API_TIMEOUT_MS = 5_000;

/**
 * Runs the form action of the page at an address, fetches its data, and streams the document, unless the page is
 * unchanged or the form redirects.
 */
export async function render({
  address,
  origin,
  apiOrigin,
  readJson,
  fields,
  headers,
  assets,
  memory = {},
  report,
  isUnchanged,
}: RenderRequest): Promise<RenderedPage | { isUnchanged: true } | Extract<FormOutcome, { goTo: string }>> {
  try {
    const api = new ServerApi({ origin: apiOrigin, headers }, API_TIMEOUT_MS, readJson);
    const { page, params, search } = findPage(address);
    if (fields && !page.post && !page.status) return await renderFailure(405, assets, memory);
    const outcome = fields && (await page.post?.({ api, params, search, fields }));
    if (outcome && 'goTo' in outcome) return outcome;

    const client = createQueryClient({ onServer: true });
    const [loaded] = await Promise.all([
      page.load?.({ client, api, params, search }),
      loadOptional(client, publicSettingsQuery(api)),
      page.view.load(),
    ]);
    applyFallback(client, api, memory);
    // Fallback data may have completed a page that failed to load.
    const isComplete = !someQueryState(client, (state) => state.status === 'error');
    const found = loaded === 503 && isComplete ? 200 : (loaded ?? page.status ?? 200);
    // The API responded with 410: what is missing is in the trash.
    const status = found === 404 && api.hasGone ? 410 : found;
    const form = outcome?.state;
    const view = assets.views[page.view.file];
    const scripts = [assets.script, ...(view ? [view] : [])];
    const state = toInlineJson({ origin, queries: dehydrateState(client), ...(form ? { form } : {}), scripts });
    if (!outcome && isUnchanged?.(status, state)) return { isUnchanged: true };
    const rendered = await stream(
      outcome?.status ?? status,
      <AssetLinks assets={assets}>
        <App
          api={api}
          client={client}
          origin={origin}
          form={form}
          state={state}
          head={<StaticHead refusesAi={memory.settings?.refuseAiCrawlers} />}
        >
          <NavigationContext value={navigationAt(address)}>
            <Pages />
          </NavigationContext>
          {status === 200 && <ViewPixel address={address} />}
        </App>
      </AssetLinks>,
      assets.loader,
    );
    return { ...rendered, retryAfter: outcome?.retryAfter, isUnbounded: isUnbounded(page, search, client) };
  } catch (error) {
    report(error);
    return renderFailure(500, assets, memory);
  }
}

/** Navigation of a page that is rendered once. */
const navigationAt = (address: string): Navigation => ({
  location: locationAt(address, 'load'),
  prefetch: async () => undefined,
  navigate: () => undefined,
  back: () => undefined,
});

/** Renders the error document. */
export const renderFailure = (status: number, assets: PageAssets, memory?: PageMemory): Promise<RenderedPage> =>
  stream(
    status,
    <AssetLinks assets={assets}>
      <FailurePage status={status} settings={memory?.settings} />
    </AssetLinks>,
  );

/** Resolves once React's shell is rendered: until then an error can change the status. @param loader script of the page */
function stream(status: number, document: ReactNode, loader?: string): Promise<RenderedPage> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<StrictMode>{document}</StrictMode>, {
      ...(loader ? { bootstrapModules: [loader] } : {}),
      onShellReady: () => resolve({ status, pipe }),
      onShellError: reject,
      onError: () => undefined,
    });
  });
}

/** Counts the view of a browser without JavaScript. Hydration skips it, as an unexpected element of the body. */
const ViewPixel = ({ address }: { address: string }) => (
  <noscript>
    <img src={`/api/views?page=${address.split('?')[0]}`} alt="" />
  </noscript>
);

/** Preloads files through the head, outside of the tree that is hydrated. */
function AssetLinks({ assets, children }: { assets: PageAssets; children: ReactNode }) {
  for (const font of assets.fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  for (const style of assets.styles) preinit(style, { as: 'style', precedence: 'site' });
  return children;
}

/** Remembers settings and texts, and uses the remembered ones when their requests failed. */
function applyFallback(client: QueryClient, api: Api, memory: PageMemory): void {
  const lastKnown = <T,>({ queryKey }: { queryKey: QueryKey }, last: T | undefined): T | undefined => {
    const query = client.getQueryState<T>(queryKey);
    if (query && query.data === undefined && last) client.setQueryData(queryKey, last);
    return query?.data ?? last;
  };
  memory.settings = lastKnown(publicSettingsQuery(api), memory.settings);
  memory.texts = lastKnown(publicTextsQuery(api), memory.texts);
}

const someQueryState = (client: QueryClient, test: (state: QueryState) => boolean) =>
  client
    .getQueryCache()
    .getAll()
    .some(({ state }) => test(state));

/** Whether the query has a cursor, `sent` or a missing entity. Anybody can make up cursors and entities. */
function isUnbounded({ searchParams = {} }: Page, search: URLSearchParams, client: QueryClient): boolean {
  const given = Object.entries(searchParams).filter(([name]) => search.has(name));
  if (given.some(([, { isEntity }]) => !isEntity)) return true;
  return given.length > 0 && someQueryState(client, ({ data }) => data === null);
}

/**
 * Finds the page of a requested path and query.
 *
 * `address` is canonical: the path, and the query parameters that the page reads. `needsRedirect` says whether to redirect
 * to it, as from `/About` or `/gallery/Harbour`; parameters that the page does not read cause no redirect. `pattern` is
 * such as `/photo/:id`, or `*` for an unknown address.
 */
export function locate(requested: string) {
  const [pathname = '', ...query] = requested.split('?');
  const lowerCase = [pathname.toLowerCase(), ...query].join('?');
  const hasPage = findPage(requested).page.status !== 404;
  const { page, params, search } = findPage(hasPage ? requested : lowerCase);
  const pattern = page.path;
  if (page.status === 404) return { address: pathname, needsRedirect: false, pattern };

  const canonical: typeof params = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name === 'tag' ? tagKey(value) : value.toLowerCase()]),
  );
  const path = page.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(canonical[name] ?? ''));
  const given = Object.entries(page.searchParams ?? {}).filter(([name]) => search.has(name));
  const valid = given.flatMap(([name, param]) => {
    const value = search.get(name) ?? '';
    return param.pattern.test(value) ? [[name, value]] : [];
  });
  const address = valid.length === 0 ? path : `${path}?${new URLSearchParams(valid)}`;
  const isChanged = valid.length < given.length || Object.keys(params).some((name) => canonical[name] !== params[name]);
  return { address, needsRedirect: !hasPage || isChanged || (path !== '/' && pathname.endsWith('/')), pattern };
}

/** JSON without `<`, so that no text in it can end the script element. */
const toInlineJson = (state: PageState) => JSON.stringify(state).replaceAll('<', '\\u003c');
