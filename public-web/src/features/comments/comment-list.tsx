import { photoCommentsQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../app/api-context.ts';
import { showDate } from '../../app/show.ts';
import styles from './comment-list.module.css';

/** What visitors said about a photo, the oldest first. */
export function CommentList({ photoId }: { photoId: number }) {
  const { data, isError } = useQuery(photoCommentsQuery(useApi(), photoId));
  return (
    <section className={styles.section} aria-labelledby="comments">
      <h2 id="comments" className={styles.heading}>
        Comments
      </h2>
      {isError ? (
        <p className={styles.none}>The comments cannot be shown right now.</p>
      ) : data?.comments.length === 0 ? (
        <p className={styles.none}>No comments yet</p>
      ) : (
        <ol className={styles.comments}>
          {data?.comments.map((comment) => (
            <li key={comment.id} className={styles.comment}>
              <p className={styles.by}>
                <span className={styles.author}>{comment.author_name}</span>
                <time dateTime={comment.created_at}>{showDate(comment.created_at)}</time>
              </p>
              <p className={styles.content}>{comment.content}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
