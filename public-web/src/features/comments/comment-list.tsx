import { photoCommentsQuery } from '@portfolio/api-client';
import { useEffect, useRef } from 'react';
import { useSearch } from '../../app/router/navigation.ts';
import { PageLink } from '../../app/router/page-link.tsx';
import { Day, showCount } from '../../app/components/format.tsx';
import text from '../../app/components/text.module.css';
import { eachOnce, useLoadMore } from '../../app/data/use-load-more.ts';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';
import styles from './comments.module.css';
import { ShowMore } from './show-more.tsx';

export interface CommentListProps {
  photoId: number;
  /** Where in the list it begins; undefined at its beginning. */
  start: string | undefined;
}

/** What visitors said about a photo, the oldest first. */
export function CommentList({ photoId, start }: CommentListProps) {
  const { data: first, isError, isHidden, refetch } = useVisibleQuery((api) => photoCommentsQuery(api, photoId, start));
  const more = useLoadMore((api, cursor) => photoCommentsQuery(api, photoId, cursor), first, isHidden);
  const comments = eachOnce([first, ...more.parts].flatMap((part) => part?.comments ?? []));
  const address = useCommentsAddress(photoId);
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = comments.length;
  /** How many there were when more was asked for, until it is there: the focus then goes to the first of the new ones. */
  const asked = useRef<number>(undefined);
  useEffect(() => {
    if (asked.current === undefined || asked.current >= shown) return;
    focus(list.current?.children[asked.current]);
    asked.current = undefined;
  }, [shown]);

  const tryAgain = () => {
    void refetch();
    // The button with the focus goes away.
    focus(heading.current);
  };
  return (
    <>
      <h2 id="comments" ref={heading} className={styles.heading} lang="en">
        Comments{first?.total ? <span className={styles.count}> ({first.total})</span> : null}
      </h2>
      {start !== undefined && (
        <PageLink to={address()} className={text.onward} lang="en">
          First comments
        </PageLink>
      )}
      {first ? (
        shown === 0 ? (
          <p className={styles.none} lang="en">
            No comments yet
          </p>
        ) : (
          <>
            <ol className={styles.comments} ref={list}>
              {comments.map((comment) => (
                <li key={comment.id} className={styles.comment}>
                  <p className={styles.by}>
                    <span className={styles.author} dir="auto">
                      {comment.author_name}
                    </span>
                    <Day at={comment.created_at} />
                  </p>
                  <p className={styles.content} dir="auto">
                    {comment.content}
                  </p>
                </li>
              ))}
            </ol>
            <ShowMore more={more} address={address} onAsk={() => (asked.current = shown)} />
          </>
        )
      ) : isError ? (
        <div role="alert" className={styles.none} lang="en">
          <p>The comments cannot be shown right now.</p>
          <button type="button" className={`${text.framed} ${styles.again}`} onClick={tryAgain}>
            Try Again
          </button>
        </div>
      ) : (
        first !== null && (
          <p role="status" className={styles.none} lang="en">
            Loading comments...
          </p>
        )
      )}
      <p role="status" className="visually-hidden" lang="en">
        {more.parts.length > 0 && showCount(more.parts.at(-1)?.comments.length ?? 0, 'more comment')}
      </p>
    </>
  );
}

/** Moves the focus to what only a script may give it to. */
function focus(element: Element | null | undefined) {
  if (!(element instanceof HTMLElement)) return;
  element.tabIndex = -1;
  element.focus();
}

/** Makes the address of the comments from a cursor on, with the photo among the same neighbours. */
function useCommentsAddress(photoId: number) {
  const gallery = useSearch().get('gallery');
  return (cursor?: string) => {
    const query = new URLSearchParams({ ...(gallery && { gallery }), ...(cursor && { comments: cursor }) }).toString();
    return `/photo/${photoId}${query && `?${query}`}#comments`;
  };
}
