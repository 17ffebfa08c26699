import { useSearch } from '../../app/router/navigation.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentList } from './comment-list.tsx';
import styles from './comments.module.css';

export interface CommentsProps {
  photoId: number;
  /** The photo is hidden from visitors, and takes no comments. */
  isHidden?: boolean;
}

/** What visitors said about a photo, and where to say more. */
export function Comments({ photoId, isHidden = false }: CommentsProps) {
  const start = useSearch().get('comments') ?? undefined;
  return (
    <section className={styles.section} aria-labelledby="comments">
      <CommentList key={`${photoId} ${start}`} photoId={photoId} start={start} />
      {!isHidden && <CommentForm key={photoId} photoId={photoId} />}
    </section>
  );
}
