import { photoCommentsQuery } from '@portfolio/api-client';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FormattedDate } from '../../app/components/format.tsx';
import { ShowMore } from '../../app/components/show-more.tsx';
import text from '../../app/components/text.module.css';
import { uniqueById, useLoadMore } from '../../app/data/use-load-more.ts';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';
import { useSentForm } from '../../app/forms/form-state.ts';
import { useSearch } from '../../app/router/navigation.ts';
import { PageLink } from '../../app/router/page-link.tsx';
import { CommentForm } from './comment-form.tsx';
import styles from './comments.module.css';

/** Comments on a photo, with the form for a new one. A photo hidden from visitors takes no comments. */
export function Comments({ photoId, isHidden = false }: { photoId: number; isHidden?: boolean }) {
  const start = useSearch().get('comments') ?? undefined;
  const { data } = useVisibleQuery((api) => photoCommentsQuery(api, photoId, start));
  const { returned } = useSentForm('comment');
  /** Photo whose form has text: a comment being typed, or one that was refused, stays as comments are closed. */
  const [typedFor, setTypedFor] = useState(returned && photoId);
  const isClosed = data?.is_open === false && typedFor !== photoId;
  const onInput = ({ currentTarget }: FormEvent) => {
    const fields = currentTarget.querySelectorAll<HTMLInputElement>('input, textarea');
    setTypedFor([...fields].some(({ value }) => value) ? photoId : undefined);
  };
  return (
    <section className={styles.section} aria-labelledby="comments" onInput={onInput}>
      <CommentList key={`${photoId} ${start}`} photoId={photoId} start={start} />
      {isClosed ? (
        <p className={styles.none} lang="en">
          Comments are closed.
        </p>
      ) : (
        !isHidden && <CommentForm key={photoId} photoId={photoId} onSent={() => setTypedFor(undefined)} />
      )}
    </section>
  );
}

/** Comments from a cursor on, the oldest first. */
function CommentList({ photoId, start }: { photoId: number; start: string | undefined }) {
  const { data: first, isError, isHidden, refetch } = useVisibleQuery((api) => photoCommentsQuery(api, photoId, start));
  const more = useLoadMore((api, cursor) => photoCommentsQuery(api, photoId, cursor), first, isHidden);
  const comments = uniqueById([first, ...more.parts].flatMap((part) => part?.comments ?? []));
  const address = useCommentsAddress(photoId);
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const retry = () => {
    void refetch();
    // The focused button is about to be removed.
    heading.current?.focus();
  };
  return (
    <>
      <h2 id="comments" ref={heading} tabIndex={-1} className={styles.heading} lang="en">
        Comments{first?.total ? <span className={styles.count}> ({first.total})</span> : null}
      </h2>
      {start !== undefined && (
        <PageLink to={address()} className={text.onward} lang="en">
          First comments
        </PageLink>
      )}
      {first ? (
        comments.length === 0 ? (
          <p className={styles.none} lang="en">
            No comments yet
          </p>
        ) : (
          <>
            <ol className={styles.comments} ref={list}>
              {comments.map((comment) => (
                <li key={comment.id} className={styles.comment} tabIndex={-1}>
                  <Entry {...comment}>
                    <span className={styles.author} dir="auto">
                      {comment.author_name}
                    </span>
                  </Entry>
                  {comment.reply && (
                    <div className={styles.reply}>
                      <Entry {...comment.reply}>
                        <span className={styles.author} lang="en">
                          Artist
                        </span>
                      </Entry>
                    </div>
                  )}
                </li>
              ))}
            </ol>
            <ShowMore
              more={more}
              one="comment"
              shown={comments.length}
              list={list}
              address={address}
              automaticParts={0}
            />
          </>
        )
      ) : isError ? (
        <div role="alert" className={styles.none} lang="en">
          <p>The comments cannot be shown right now.</p>
          <button type="button" className={`${text.framed} ${styles.again}`} onClick={retry}>
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
        {more.parts.length > 0 && `${comments.length} comments shown`}
      </p>
    </>
  );
}

/** A comment or the artist's reply; its children name the author. */
const Entry = ({ created_at, content, children }: { created_at: string; content: string; children: ReactNode }) => (
  <>
    <p className={styles.by}>
      {children}
      <FormattedDate at={created_at} />
    </p>
    <p className={styles.content} dir="auto">
      {content}
    </p>
  </>
);

/** Address of the comments from a cursor on, with the photo in the same gallery. */
function useCommentsAddress(photoId: number) {
  const gallery = useSearch().get('gallery');
  return (cursor?: string) => {
    const query = new URLSearchParams({ ...(gallery && { gallery }), ...(cursor && { comments: cursor }) }).toString();
    return `/photo/${photoId}${query && `?${query}`}#comments`;
  };
}
