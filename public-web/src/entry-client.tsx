import '@portfolio/ui/tokens.css';
import '@portfolio/ui/fonts.css';
import '@portfolio/ui/base.css';
import { Api } from '@portfolio/api-client';
import { hydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { Document, STATE_ID } from './app/document.tsx';
import { createQueryClient } from './app/query-client.ts';
import type { PageState } from './app/render.ts';

const text = document.getElementById(STATE_ID)?.textContent ?? '';
const { site, queries } = JSON.parse(text) as PageState;
const client = createQueryClient();
hydrate(client, queries);

hydrateRoot(
  document,
  <StrictMode>
    <Document state={text}>
      <BrowserRouter>
        <App api={new Api()} client={client} site={site} />
      </BrowserRouter>
    </Document>
  </StrictMode>,
);
