import { photoCommentsQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../app/api-context.ts';
import { useSearch } from '../../app/navigation/navigation.ts';
import { PageLink } from '../../app/page-link.tsx';
import { showCount } from '../../app/show.ts';
import text from '../../app/text.module.css';
import { CommentPage } from './comment-page.tsx';
import styles from './comments.module.css';
import { ShowMore } from './show-more.tsx';

export interface CommentListProps {
  photoId: number;
  /** Where in the list it begins; undefined at its beginning. */
  start: string | undefined;
}

/** What visitors said about a photo, the oldest first. */
export function CommentList({ photoId, start }: CommentListProps) {
  const first = useQuery(photoCommentsQuery(useApi(), photoId, start));
  const [pages, setPages] = useState([start]);
  const [said, say] = useState('');
  const address = useCommentsAddress(photoId);
  const total = first.data?.total;

  const append = (cursor: string, count: number) => {
    setPages([...pages, cursor]);
    say(showCount(count, 'more comment'));
  };
  return (
    <>
      <h2 id="comments" className={styles.heading}>
        Comments{total ? <span className={styles.count}> ({total})</span> : null}
      </h2>
      {start !== undefined && (
        <PageLink to={address()} className={text.onward}>
          First comments
        </PageLink>
      )}
      {first.data ? (
        first.data.comments.length === 0 ? (
          <p className={styles.none}>No comments yet</p>
        ) : (
          <>
            <ol className={styles.comments}>
              {pages.map((cursor, index) => (
                <CommentPage key={cursor ?? ''} photoId={photoId} cursor={cursor} isNew={index > 0} />
              ))}
            </ol>
            <ShowMore photoId={photoId} last={pages.at(-1)} address={address} onMore={append} />
          </>
        )
      ) : first.isError ? (
        <div role="alert" className={styles.none}>
          <p>The comments cannot be shown right now.</p>
          <button type="button" className={styles.again} onClick={() => void first.refetch()}>
            Try Again
          </button>
        </div>
      ) : (
        <p role="status" className={styles.none}>
          Loading comments...
        </p>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

/** Makes the address of the comments from a cursor on, with the photo among the same neighbours. */
function useCommentsAddress(photoId: number) {
  const gallery = useSearch().get('gallery');
  return (cursor?: string) => {
    const query = new URLSearchParams({ ...(gallery && { gallery }), ...(cursor && { comments: cursor }) }).toString();
    return `/photo/${photoId}${query && `?${query}`}#comments`;
  };
}
