import '@portfolio/ui/tokens.css';
import '@portfolio/ui/fonts.css';
import '@portfolio/ui/base.css';
import './app/router/navigation.css';
import { Api } from '@portfolio/api-client';
import { StrictMode, useEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { reportError, reportUncaughtErrors } from './app/components/error-reports.ts';
import { createQueryClient, hydrateState } from './app/data/query-client.ts';
import { App, STATE_ID } from './app/layout/app.tsx';
import type { PageEvent, PageState } from './app/layout/render.ts';
import { BrowserNavigation } from './app/router/navigation-provider.tsx';
import { Pages } from './app/router/pages.tsx';
import { findPage } from './routes.tsx';

if (import.meta.env.PROD) reportUncaughtErrors();

const text = document.getElementById(STATE_ID)?.textContent ?? '';
const { origin, queries, form } = JSON.parse(text) as PageState;
const client = createQueryClient();
hydrateState(client, queries);

const page = (
  <StrictMode>
    <Hydrated>
      <App api={new Api()} client={client} origin={origin} form={form} state={text}>
        <BrowserNavigation>
          <Pages />
        </BrowserNavigation>
      </App>
    </Hydrated>
  </StrictMode>
);
// Hydration needs the page's code. No top-level await: the page bundles import this module.
void findPage(location.pathname + location.search)
  .page.view.load()
  .then(() => hydrateRoot(document, page, { onCaughtError: reportCaughtError }))
  .catch((error: unknown) => {
    dispatchEvent(new Event('hydration-failed' satisfies PageEvent));
    throw error;
  });

/** Dispatches an event once its children are hydrated. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => void dispatchEvent(new Event('hydrated' satisfies PageEvent)), []);
  return children;
}

/** Errors that an error boundary caught. */
function reportCaughtError(error: unknown) {
  console.error(error);
  if (import.meta.env.PROD) reportError(error);
}
