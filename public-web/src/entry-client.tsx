import '@portfolio/ui/tokens.css';
import '@portfolio/ui/fonts.css';
import '@portfolio/ui/base.css';
import './app/router/navigation.css';
import { Api } from '@portfolio/api-client';
import { StrictMode, useEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app/layout/app.tsx';
import { STATE_ID } from './app/layout/document.tsx';
import { reportError, reportUncaughtErrors } from './app/components/error-reports.ts';
import { BrowserNavigation } from './app/router/browser-navigation.tsx';
import { Pages } from './app/router/pages.tsx';
import { createQueryClient, hydrateState } from './app/data/query-client.ts';
import type { PageState } from './app/layout/render.ts';
import { findPage } from './routes.tsx';
import type { HydratedEvent, LostEvent } from './hydration-events.ts';

if (import.meta.env.PROD) reportUncaughtErrors();

const text = document.getElementById(STATE_ID)?.textContent ?? '';
const { site, queries, form } = JSON.parse(text) as PageState;
const client = createQueryClient();
hydrateState(client, queries);

const page = (
  <StrictMode>
    <Alive>
      <App api={new Api()} client={client} site={site} form={form} state={text}>
        <BrowserNavigation>
          <Pages />
        </BrowserNavigation>
      </App>
    </Alive>
  </StrictMode>
);
// What the server has rendered stays until the code that made it is here. Not awaited: the pages' files need this one whole.
void findPage(location.pathname + location.search)
  .page.view.ready()
  .then(() => hydrateRoot(document, page, { onCaughtError: tellOfFailure }))
  .catch((error: unknown) => {
    dispatchEvent(new Event('lost' satisfies LostEvent));
    throw error;
  });

/** Tells when all that is within it has come to life. */
function Alive({ children }: { children: ReactNode }) {
  useEffect(() => void dispatchEvent(new Event('alive' satisfies HydratedEvent)), []);
  return children;
}

/** A page that failed has its card; whoever runs the site hears why. */
function tellOfFailure(error: unknown) {
  console.error(error);
  if (import.meta.env.PROD) reportError(error);
}
