import type { MessageView } from '@portfolio/contracts';
import { Button, ConfirmDialog, Icon } from '@portfolio/ui';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { siteFormats, SiteFormatsContext, DateTime } from '../../app/date-time.tsx';
import { AskedPhoto } from './asked-photo.tsx';
import { MailStatus } from './mail-status.tsx';
import styles from './message-article.module.css';
import { replyAddress } from './reply-address.ts';
import { useMessageActions } from './use-message-actions.ts';

export interface MessageArticleProps {
  message: MessageView;
  /** Before the message leaves the list. */
  onDeleted: () => Promise<void>;
}

/** One message, read by being opened. Rendered with the message's id as its key. */
export function MessageArticle({ message, onDeleted }: MessageArticleProps) {
  const { paths } = useAdmin();
  const formats = use(SiteFormatsContext) ?? siteFormats(undefined);
  const { mark, remove, isRemoving } = useMessageActions(message.id, onDeleted);
  const [asking, setAsking] = useState(false);
  const isRead = message.is_read;

  const open = useEffectEvent(() => {
    if (!isRead) mark(true);
  });
  useEffect(() => open(), []);

  useShortcuts('This message', [
    { keys: 'u', label: isRead ? 'Mark as unread' : 'Mark as read', run: () => mark(!isRead) },
    { keys: 'Delete', label: 'Delete', run: () => setAsking(true) },
  ]);

  return (
    <article className={styles.message} aria-labelledby="message-subject">
      <Link to={paths.messages} className={styles.back}>
        <Icon name="previous" size={18} />
        Back to messages
      </Link>
      <header className={styles.header}>
        <h2 id="message-subject" tabIndex={-1} data-message-heading className={styles.subject} dir="auto">
          {message.subject}
        </h2>
        <p className={styles.from}>
          <strong dir="auto">{message.name}</strong> <span className={styles.email}>{message.email}</span>
        </p>
        <p className={styles.when}>
          <DateTime at={message.created_at} />
        </p>
      </header>
      {message.photo && <AskedPhoto photo={message.photo} />}
      <p className={styles.text} dir="auto">
        {message.message}
      </p>
      <div className={styles.actions}>
        <a className={styles.reply} href={replyAddress(message, formats.longDay)}>
          <Icon name="messages" size={18} />
          Reply
        </a>
        <Button onClick={() => mark(!isRead)}>{isRead ? 'Mark as unread' : 'Mark as read'}</Button>
        <Button variant="quiet" icon="trash" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      <MailStatus message={message} />
      {asking && (
        <ConfirmDialog
          title="Delete message"
          confirmLabel="Delete"
          busy={isRemoving}
          busyLabel="Deleting..."
          onConfirm={() => remove(undefined, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          Are you sure you want to delete this message?
        </ConfirmDialog>
      )}
    </article>
  );
}
