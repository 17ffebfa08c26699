import { publicTextsQuery } from '@portfolio/api-client';
import type { PublicTextsView } from '@portfolio/contracts';
import type { ReactNode } from 'react';
import { useApi } from '../data/contexts.ts';
import { useQuery } from '../data/use-query.ts';
import { loadOptional, loadRequired, type PageRequest } from '../router/page.ts';
import { PageHead } from '../seo/page-head.tsx';
import { PageSkeleton } from './loading.tsx';
import { PageFailure } from './notice.tsx';
import text from './text.module.css';

/** Site texts for a page that is empty without them. */
export const loadRequiredTexts = ({ client, api }: PageRequest) => loadRequired(client, publicTextsQuery(api));

/** Site texts for a page with other content. */
export const loadOptionalTexts = ({ client, api }: PageRequest) => loadOptional(client, publicTextsQuery(api));

/** The site texts: undefined while loading, null after the first failed attempt, so that no page waits for retries. */
export function useTexts(): PublicTextsView | null | undefined {
  const { data, failureCount, isFetched } = useQuery(publicTextsQuery(useApi()));
  // A refetch resets `failureCount`.
  return data ?? (failureCount > 0 || isFetched ? null : undefined);
}

/** Attributes of a text: the default is English, the artist's own one is in the artist's language. */
export const inEnglish = (chosen: string, byDefault: string) =>
  chosen === byDefault ? ({ lang: 'en' } as const) : ({ dir: 'auto' } as const);

interface SiteTextsPageProps {
  /** In English. */
  title: string;
  /** Heading of the artist's choice. */
  heading?: (texts: PublicTextsView) => string;
  path: string;
  description: (texts: PublicTextsView) => string | undefined;
  children: (texts: PublicTextsView) => ReactNode;
}

/** Page of site texts, with its loading and error states. */
export function SiteTextsPage({ title, heading = () => title, path, description, children }: SiteTextsPageProps) {
  const { data, isLoadingError, refetch } = useQuery(publicTextsQuery(useApi()));
  if (data) {
    const chosen = heading(data);
    return (
      <div className={text.page}>
        <PageHead title={chosen} description={description(data)} path={path} />
        <h1 className={text.title} {...inEnglish(chosen, title)}>
          {chosen}
        </h1>
        {children(data)}
      </div>
    );
  }
  if (isLoadingError) return <PageFailure title={title} onRetry={() => void refetch()} />;
  return <PageSkeleton className={text.page} />;
}
