import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { findPage } from '../../routes.tsx';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { Layout } from '../layout/layout.tsx';
import { hardReload } from './hard-reload.ts';
import { addressOf, ParamsContext, useRouteLocation } from './navigation.ts';
import { usePrefetch } from './prefetch.ts';
import { PreloadContext } from './page-link.tsx';
import type { PageView } from './page.ts';
import text from '../components/text.module.css';
import { Waiting } from '../components/waiting.tsx';

/** The pages within their frame. It stands inside a navigation. */
export function Pages() {
  const prepare = usePrefetch();
  const preload = useCallback(
    // What cannot be fetched ahead is fetched, and its failure told, when the link is followed.
    (address: string) => void prepare(address).catch(() => undefined),
    [prepare],
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
  const place = useRouteLocation();
  const client = useQueryClient();
  const { page, params } = findPage(addressOf(place));
  return (
    // What the page failed over may be what it was given: it is asked for anew.
    <ErrorBoundary place={addressOf(place)} onReset={() => client.removeQueries({ type: 'inactive' })}>
      <ParamsContext value={params}>
        <Shown key={page.path} view={page.view} />
      </ParamsContext>
    </ErrorBoundary>
  );
}

/** A page, or that it is on its way. Where its file cannot be had, the browser loads the address whole, or the page fails. */
function Shown({ view }: { view: PageView }) {
  const [fetched, setFetched] = useState<{ failure?: unknown }>();
  useEffect(() => {
    if (view.Component) return;
    view.ready().then(
      () => setFetched({}),
      async (failure: unknown) => (await hardReload()) || setFetched({ failure }),
    );
  }, [view]);
  if (view.Component) return <view.Component />;
  if (fetched?.failure) throw fetched.failure;
  return <Waiting className={text.page} />;
}
