import '@portfolio/ui/tokens.css';
import '@portfolio/ui/fonts.css';
import '@portfolio/ui/base.css';
import { Api } from '@portfolio/api-client';
import { hydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { STATE_ID } from './app/document.tsx';
import { BrowserNavigation } from './app/navigation/browser-navigation.tsx';
import { Pages } from './app/pages.tsx';
import { createQueryClient } from './app/query-client.ts';
import type { PageState } from './app/render.ts';
import { findPage } from './routes.tsx';

const text = document.getElementById(STATE_ID)?.textContent ?? '';
const { site, queries, form } = JSON.parse(text) as PageState;
const client = createQueryClient();
hydrate(client, queries);

const page = (
  <StrictMode>
    <App api={new Api()} client={client} site={site} form={form} state={text}>
      <BrowserNavigation>
        <Pages />
      </BrowserNavigation>
    </App>
  </StrictMode>
);
// What the server has rendered stays until the code that made it is here. Not awaited: the pages' files need this one whole.
void findPage(location.pathname + location.search)
  .page.view.ready()
  .then(() => hydrateRoot(document, page));
