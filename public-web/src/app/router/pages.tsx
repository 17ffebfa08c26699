import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findPage } from '../../routes.tsx';
import { PageSkeleton } from '../components/loading.tsx';
import { PageBoundary } from '../components/notice.tsx';
import text from '../components/text.module.css';
import { Layout } from '../layout/layout.tsx';
import { hardReload } from './hard-reload.ts';
import { addressOf, ParamsContext, useRouteLocation } from './navigation.ts';
import type { LazyView } from './page.ts';

/** The layout with the page at the navigation's location. */
export const Pages = () => (
  <Layout>
    <CurrentPage />
  </Layout>
);

function CurrentPage() {
  const address = addressOf(useRouteLocation());
  const client = useQueryClient();
  const { page, params } = findPage(address);
  return (
    // The data may be at fault: Try Again refetches it.
    <PageBoundary address={address} onRetry={() => client.removeQueries({ type: 'inactive' })}>
      <ParamsContext value={params}>
        <View key={page.path} view={page.view} />
      </ParamsContext>
    </PageBoundary>
  );
}

/** A view, or its loading state. When its code cannot be loaded, the page is reloaded or fails. */
function View({ view }: { view: LazyView }) {
  const [loaded, setLoaded] = useState<{ error?: unknown }>();
  useEffect(() => {
    if (view.Component) return;
    view.load().then(
      () => setLoaded({}),
      async (error: unknown) => (await hardReload()) || setLoaded({ error }),
    );
  }, [view]);
  if (view.Component) return <view.Component />;
  if (loaded?.error) throw loaded.error;
  return <PageSkeleton className={text.page} />;
}
