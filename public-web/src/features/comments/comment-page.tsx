import { photoCommentsQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../../app/api-context.ts';
import { showDate } from '../../app/show.ts';
import styles from './comments.module.css';

export interface CommentPageProps {
  photoId: number;
  cursor: string | undefined;
  /** It has just been asked for: the focus goes to its first comment. */
  isNew: boolean;
}

/** Some of the comments, as items of the list. */
export function CommentPage({ photoId, cursor, isNew }: CommentPageProps) {
  const { data } = useQuery(photoCommentsQuery(useApi(), photoId, cursor));
  const first = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNew) first.current?.focus();
  }, [isNew]);
  return data?.comments.map((comment, index) => (
    <li
      key={comment.id}
      ref={index === 0 ? first : undefined}
      tabIndex={isNew && index === 0 ? -1 : undefined}
      className={styles.comment}
    >
      <p className={styles.by}>
        <span className={styles.author}>{comment.author_name}</span>
        <time dateTime={comment.created_at}>{showDate(comment.created_at)}</time>
      </p>
      <p className={styles.content}>{comment.content}</p>
    </li>
  ));
}
