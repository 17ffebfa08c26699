import type { Api } from '@portfolio/api-client';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { findPage, PAGES } from '../routes.tsx';
import { ApiContext } from './api-context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { PreloadContext } from './page-link.tsx';
import { SiteContext, type Site } from './site.ts';

export interface AppProps {
  api: Api;
  client: QueryClient;
  site: Site;
}

/** The public site within its document. It stands inside a router. */
export function App({ api, client, site }: AppProps) {
  const preload = useCallback(
    (address: string) => {
      const found = findPage(address);
      void found?.page.load?.({ client, api, params: found.params, search: found.search });
    },
    [api, client],
  );
  return (
    <QueryClientProvider client={client}>
      <ApiContext value={api}>
        <SiteContext value={site}>
          <PreloadContext value={preload}>
            <Layout>
              <CurrentPage />
            </Layout>
          </PreloadContext>
        </SiteContext>
      </ApiContext>
    </QueryClientProvider>
  );
}

function CurrentPage() {
  const { pathname } = useLocation();
  const page = useRoutes(PAGES);
  return <ErrorBoundary place={pathname}>{page}</ErrorBoundary>;
}
