import type { ModeratedCommentView } from '@portfolio/contracts';
import { Badge, Button, once } from '@portfolio/ui';
import { useState } from 'react';
import { SelectBox } from '../../app/components/select-boxes.tsx';
import { Thumbnail } from '../../app/components/thumbnail.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { DateTime } from '../../app/date-time.tsx';
import { BlockSenderDialog } from './blocked-senders.tsx';
import styles from './comment-card.module.css';

export interface CommentCardProps {
  comment: ModeratedCommentView;
  isSelected: boolean;
  /** @param isRange whether Shift extends the selection to this card */
  onSelect: (isRange: boolean) => void;
  onDecide: (isApproved: boolean) => void;
  onReply: () => void;
  /** Called once the sender is blocked. */
  onBlocked: () => void;
  onDelete: () => void;
}

export function CommentCard(props: CommentCardProps) {
  const { comment, isSelected, onSelect, onDecide, onReply, onBlocked, onDelete } = props;
  const { paths } = useAdmin();
  const [isBlocking, setBlocking] = useState(false);
  const { id, author_name, author_email, content, photo_id, photo_title, is_approved, created_at, reply } = comment;
  return (
    <li>
      <article
        className={styles.card}
        data-comment={id}
        data-selected={isSelected || undefined}
        tabIndex={-1}
        aria-label={`Comment by ${author_name}`}
      >
        <SelectBox
          label={`Select the comment by ${author_name}`}
          className={styles.select}
          checked={isSelected}
          onToggle={onSelect}
        />
        <Thumbnail address={comment.photo_thumbnail_url} />
        <div className={styles.body}>
          <header className={styles.header}>
            <h2 className={styles.author} dir="auto">
              {author_name}
            </h2>
            <Badge tone={is_approved ? 'good' : 'accent'}>{is_approved ? 'Approved' : 'Pending'}</Badge>
            <p className={styles.facts}>
              <a href={`mailto:${encodeURIComponent(author_email).replaceAll('%40', '@')}`}>{author_email}</a>
              <DateTime at={created_at} />
              <span>
                on{' '}
                <a href={paths.publicPhoto(photo_id)} target="_blank" rel="noopener" dir="auto">
                  {photo_title}
                </a>
              </span>
            </p>
          </header>
          <p className={styles.content} dir="auto">
            {content}
          </p>
          {reply && (
            <div className={styles.quote}>
              <p className={styles.facts}>
                <strong>Artist</strong> <DateTime at={reply.created_at} />
              </p>
              <p className={styles.content} dir="auto">
                {reply.content}
              </p>
            </div>
          )}
          <div className={styles.actions}>
            {is_approved ? (
              <Button key="reject" onClick={once(() => onDecide(false))}>
                Reject
              </Button>
            ) : (
              <Button key="approve" icon="check" onClick={once(() => onDecide(true))}>
                Approve
              </Button>
            )}
            <Button icon="comments" onClick={once(onReply)}>
              {reply ? 'Edit Reply' : 'Reply'}
            </Button>
            <Button variant="quiet" onClick={once(() => setBlocking(true))}>
              Block
            </Button>
            <Button variant="quiet" icon="trash" onClick={once(onDelete)}>
              Delete
            </Button>
          </div>
        </div>
      </article>
      {isBlocking && (
        <BlockSenderDialog email={author_email} onBlocked={onBlocked} onClose={() => setBlocking(false)} />
      )}
    </li>
  );
}
