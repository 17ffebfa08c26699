import { photoCommentsQuery } from '@portfolio/api-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type MouseEvent } from 'react';
import { useApi } from '../../app/api-context.ts';
import { isForBrowser } from '../../app/page-link.tsx';
import styles from './comments.module.css';

export interface ShowMoreProps {
  photoId: number;
  /** The cursor of the last page that is shown. */
  last: string | undefined;
  /** Where the comments from a cursor on are shown. */
  address: (cursor: string) => string;
  /** Told of the next page, once it is there. */
  onMore: (cursor: string, count: number) => void;
}

/** The way to the next comments: a link to where they are, which fetches them to where one is. */
export function ShowMore({ photoId, last, address, onMore }: ShowMoreProps) {
  const [api, client] = [useApi(), useQueryClient()];
  const next = useQuery(photoCommentsQuery(api, photoId, last)).data?.next_cursor;
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  if (!next) return null;

  const show = async (event: MouseEvent) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    if (state === 'busy') return;
    setState('busy');
    try {
      const { comments } = await client.fetchQuery(photoCommentsQuery(api, photoId, next));
      setState('idle');
      onMore(next, comments.length);
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      {state === 'failed' && (
        <p role="alert" className={styles.none}>
          The comments cannot be shown right now.
        </p>
      )}
      <a href={address(next)} className={styles.again} aria-disabled={state === 'busy' || undefined} onClick={show}>
        {state === 'failed' ? 'Try Again' : 'Show more comments'}
      </a>
    </>
  );
}
