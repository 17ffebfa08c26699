import { useSearch } from '../../app/navigation/navigation.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentList } from './comment-list.tsx';
import styles from './comments.module.css';

/** What visitors said about a photo, and where to say more. */
export function Comments({ photoId }: { photoId: number }) {
  const start = useSearch().get('comments') ?? undefined;
  return (
    <section className={styles.section} aria-labelledby="comments">
      <CommentList key={`${photoId} ${start}`} photoId={photoId} start={start} />
      <CommentForm key={photoId} photoId={photoId} />
    </section>
  );
}
