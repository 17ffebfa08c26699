import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer } from 'react';
import { findPage } from '../routes.tsx';
import { useApi } from './api-context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { ParamsContext, usePlace } from './navigation/navigation.ts';
import { PreloadContext } from './page-link.tsx';
import type { PageView } from './page.ts';
import text from './text.module.css';
import { Waiting } from './waiting.tsx';

/** The pages within their frame. It stands inside a router. */
export function Pages() {
  const [api, client] = [useApi(), useQueryClient()];
  const preload = useCallback(
    (address: string) => {
      const { page, params, search } = findPage(address);
      // What cannot be fetched ahead is fetched, and its failure told, when the link is followed.
      page.view.ready().catch(() => undefined);
      void page.load?.({ client, api, params, search });
    },
    [api, client],
  );
  return (
    <PreloadContext value={preload}>
      <Layout>
        <CurrentPage />
      </Layout>
    </PreloadContext>
  );
}

function CurrentPage() {
  const { pathname, search } = usePlace();
  const { page, params } = findPage(pathname + search);
  return (
    <ErrorBoundary place={pathname}>
      <ParamsContext value={params}>
        <Shown key={page.path} view={page.view} />
      </ParamsContext>
    </ErrorBoundary>
  );
}

function Shown({ view }: { view: PageView }) {
  const [, showAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!view.Component) void view.ready().then(showAgain);
  }, [view]);
  return view.Component ? <view.Component /> : <Waiting className={text.page} />;
}
