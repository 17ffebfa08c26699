import { publicTextsQuery } from '@portfolio/api-client';
import type { PublicTextsView } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../data/api-context.ts';
import { Notice } from './notice.tsx';
import { PageHead } from '../seo/page-head.tsx';
import { loadRequired, loadOptional, type PageRequest } from '../router/page.ts';
import text from './text.module.css';
import { Waiting } from './waiting.tsx';

/** Fetches the artist's words for a page that is nothing without them. */
export const loadRequiredTexts = ({ client, api }: PageRequest) => loadRequired(client, publicTextsQuery(api));

/** Fetches them for a page that has more to it. */
export const loadOptionalTexts = ({ client, api }: PageRequest) => loadOptional(client, publicTextsQuery(api));

/**
 * The artist's words for a page that has more to it. They are null where they cannot be had: a visitor waits for no further
 * try, and undefined until that is known.
 */
export function useTexts(): PublicTextsView | null | undefined {
  const { data, failureCount } = useQuery(publicTextsQuery(useApi()));
  return data ?? (failureCount > 0 ? null : undefined);
}

export interface SiteTextsPageProps {
  /** Of the page. */
  title: string;
  children: (texts: PublicTextsView) => ReactNode;
}

/** A page that the artist words: it is on its way as long as her words are, and fails where they cannot be had. */
export function SiteTextsPage({ title, children }: SiteTextsPageProps) {
  const { data, isLoadingError, refetch } = useQuery(publicTextsQuery(useApi()));
  if (data) return <div className={text.page}>{children(data)}</div>;
  if (!isLoadingError) return <Waiting className={text.page} />;
  return (
    <>
      <PageHead title={title} />
      <Notice page title="Oops!" alert action="Try Again" onAct={() => void refetch()}>
        Something went wrong
      </Notice>
    </>
  );
}
