import type { Api } from '@portfolio/api-client';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiContext, SiteContext, type Site } from '../data/contexts.ts';
import { useSettings } from '../data/settings.ts';
import { FormStateContext, type FormState } from '../forms/form-state.ts';

/** Id of the element with the page's state. */
export const STATE_ID = 'page-state';

interface AppProps {
  api: Api;
  client: QueryClient;
  site: Site;
  /** A form that was sent without JavaScript and has errors. */
  form?: FormState | undefined;
  /** State for hydration: JSON without `<`. */
  state: string;
  children: ReactNode;
}

/** The public site as a document. Its children are a navigation with the pages. */
export function App({ api, client, site, form, ...document }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <ApiContext value={api}>
        <SiteContext value={site}>
          <FormStateContext value={form ?? null}>
            <Document {...document} />
          </FormStateContext>
        </SiteContext>
      </ApiContext>
    </QueryClientProvider>
  );
}

function Document({ state, children }: Pick<AppProps, 'state' | 'children'>) {
  const { darkTheme, language } = useSettings();
  return (
    <html lang={language} data-theme={darkTheme ? 'dark' : undefined}>
      <head>
        <DocumentMeta darkTheme={darkTheme} />
      </head>
      <body>
        {children}
        <script id={STATE_ID} type="application/json" dangerouslySetInnerHTML={{ __html: state }} />
      </body>
    </html>
  );
}

/** Head elements of every document. */
export function DocumentMeta({ darkTheme }: { darkTheme: boolean }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content={darkTheme ? '#111110' : '#faf9f6'} />
      <meta name="color-scheme" content={darkTheme ? 'dark' : 'light'} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="alternate" type="application/rss+xml" title="New photographs" href="/feed.xml" />
      <link rel="alternate" type="application/feed+json" title="New photographs" href="/feed.json" />
    </>
  );
}
