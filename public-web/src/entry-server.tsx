import { Api } from '@portfolio/api-client';
import { StrictMode, type ReactNode } from 'react';
import { preinit, preload } from 'react-dom';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './app/app.tsx';
import { Document } from './app/document.tsx';
import { FailurePage } from './app/failure-page.tsx';
import { createQueryClient, stateOf } from './app/query-client.ts';
import type { PageAssets, PageState, Render, RenderedPage, RenderFailure } from './app/render.ts';
import { findPage } from './routes.tsx';

/** Milliseconds that a visitor waits for the API before the page says that it is away. */
const PATIENCE = 5_000;

/** Renders the page at an address: fetches what it shows, then streams the document. */
export const render: Render = async ({ address, site, apiOrigin, headers, assets, report }) => {
  try {
    const api = new Api({ origin: apiOrigin, headers, timeout: PATIENCE });
    const client = createQueryClient({ onServer: true });
    const found = findPage(address);
    const status =
      (await found?.page.load?.({ client, api, params: found.params, search: found.search })) ??
      found?.page.status ??
      200;

    const state = inert({ site, queries: stateOf(client) });
    return await stream(
      status,
      <Files assets={assets}>
        <Document state={state}>
          <StaticRouter location={address}>
            <App api={api} client={client} site={site} />
          </StaticRouter>
        </Document>
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
function Files({ assets, children }: { assets: PageAssets; children: ReactNode }) {
  for (const font of assets.fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  for (const style of assets.styles) preinit(style, { as: 'style', precedence: 'site' });
  return children;
}

/** JSON that cannot end or open an element, whatever an artist calls a picture. */
const inert = (state: PageState) => JSON.stringify(state).replaceAll('<', '\\u003c');
