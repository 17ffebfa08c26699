import { Api, publicSettingsQuery } from '@portfolio/api-client';
import { StrictMode, type ReactNode } from 'react';
import { preinit, preload, preloadModule } from 'react-dom';
import { renderToPipeableStream } from 'react-dom/server';
import { App } from './app/app.tsx';
import { FailurePage } from './app/failure-page.tsx';
import { MemoryNavigation } from './app/navigation/memory-navigation.tsx';
import { want } from './app/page.ts';
import { Pages } from './app/pages.tsx';
import { createQueryClient, stateOf } from './app/query-client.ts';
import type { PageAssets, PageState, Render, RenderedPage, RenderFailure } from './app/render.ts';
import { findPage } from './routes.tsx';

/** Milliseconds that a visitor waits for the API before the page says that it is away. */
const PATIENCE = 5_000;

/** Renders the page at an address: fetches what it shows, then streams the document. A form sent to it is taken first. */
export const render: Render = async ({ address, site, apiOrigin, fields, headers = {}, assets, report }) => {
  try {
    const api = new Api({ origin: apiOrigin, headers, timeout: PATIENCE });
    const { page, params, search } = findPage(address);
    const outcome = fields && (await page.post?.({ api, params, search, fields }));
    if (outcome && 'goTo' in outcome) return outcome;

    const client = createQueryClient({ onServer: true });
    const [loaded] = await Promise.all([
      page.load?.({ client, api, params, search }),
      want(client, publicSettingsQuery(api)),
      page.view.ready(),
    ]);
    const form = outcome?.state;
    const state = inert({ site, queries: stateOf(client), ...(form ? { form } : {}) });
    return await stream(
      outcome?.status ?? loaded ?? page.status ?? 200,
      <Files assets={assets} view={assets.views[page.view.file]}>
        <App api={api} client={client} site={site} form={form} state={state}>
          <MemoryNavigation address={address}>
            <Pages />
          </MemoryNavigation>
        </App>
      </Files>,
      assets.script,
    );
  } catch (error) {
    report(error);
    return renderFailure(500, assets);
  }
};

/** Renders the page that says that there is no other, with the status that says why. */
export const renderFailure: RenderFailure = (status, assets) =>
  stream(
    status,
    <Files assets={assets}>
      <FailurePage />
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
function Files({ assets, view, children }: { assets: PageAssets; view?: string | undefined; children: ReactNode }) {
  if (view) preloadModule(view, { as: 'script' });
  for (const font of assets.fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  for (const style of assets.styles) preinit(style, { as: 'style', precedence: 'site' });
  return children;
}

/** JSON that cannot end or open an element, whatever an artist calls a picture. */
const inert = (state: PageState) => JSON.stringify(state).replaceAll('<', '\\u003c');
