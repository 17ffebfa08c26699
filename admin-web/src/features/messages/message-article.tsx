import { photoQuery } from '@portfolio/api-client';
import type { MessageQuery, MessageView } from '@portfolio/contracts';
import { Badge, Button, buttonClass, Icon } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { Thumbnail } from '../../app/components/thumbnail.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { siteFormats, SiteFormatsContext, DateTime } from '../../app/date-time.tsx';
import { DeleteDialog } from '../../app/trash/delete-dialog.tsx';
import styles from './message-article.module.css';
import { replyMailto, toMailto } from './reply-mailto.ts';
import { useMessageActions } from './use-message-actions.ts';

interface MessageArticleProps {
  message: MessageView;
  /** Filter of the list that contains the message. */
  filter: MessageQuery;
  /** Awaited before the message leaves the list. */
  onDeleted: () => Promise<void>;
}

/** One message, marked as read when mounted: `key` must be its id. */
export function MessageArticle({ message, filter, onDeleted }: MessageArticleProps) {
  const { paths } = useAdmin();
  const formats = use(SiteFormatsContext) ?? siteFormats(undefined);
  const { mark, remove, isRemoving } = useMessageActions(message.id, filter, onDeleted);
  const [isConfirming, setConfirming] = useState(false);
  const isRead = message.is_read;
  const mail = MAIL_STATUS[message.mail_status];

  const markAsRead = useEffectEvent(() => {
    if (!isRead) mark(true);
  });
  useEffect(() => markAsRead(), []);

  useShortcuts('This message', [
    { keys: 'u', label: isRead ? 'Mark as unread' : 'Mark as read', run: () => mark(!isRead) },
    { keys: 'Delete', label: 'Delete', run: () => setConfirming(true) },
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
          <strong dir="auto">{message.name}</strong>{' '}
          <a className={styles.email} href={toMailto(message.email)}>
            {message.email}
          </a>
        </p>
        <p className={styles.time}>
          <DateTime at={message.created_at} />
        </p>
      </header>
      {message.photo && <EnquiryPhoto photo={message.photo} />}
      <p className={styles.text} dir="auto">
        {message.message}
      </p>
      <div className={styles.actions}>
        <a className={`${buttonClass('primary')} ${styles.reply}`} href={replyMailto(message, formats.longDay)}>
          <Icon name="messages" size={18} />
          Reply
        </a>
        <Button onClick={() => mark(!isRead)}>{isRead ? 'Mark as unread' : 'Mark as read'}</Button>
        <Button variant="quiet" icon="trash" onClick={() => setConfirming(true)}>
          Delete
        </Button>
      </div>
      <div className={styles.mail}>
        <Badge tone={mail.tone}>{mail.label}</Badge>
        <p>
          {message.mail_failure && message.mail_status === 'waiting' ? RETRYING : mail.description}
          {message.mail_failure && ` Reason: ${message.mail_failure}`}
        </p>
      </div>
      {isConfirming && (
        <DeleteDialog
          noun="message"
          busy={isRemoving}
          onConfirm={() => remove(undefined, { onError: () => setConfirming(false) })}
          onClose={() => setConfirming(false)}
        />
      )}
    </article>
  );
}

/** Link to the photo of an enquiry; the thumbnail follows when the photo has loaded. */
function EnquiryPhoto({ photo: { id, title } }: { photo: { id: number; title: string } }) {
  const { api, paths } = useAdmin();
  const { data } = useQuery(photoQuery(api, id));
  return (
    <a className={styles.photo} href={paths.publicPhoto(id)} target="_blank" rel="noopener">
      <Thumbnail address={data?.small_thumbnail_url} focus={data} />
      <span>
        <span className={styles.photoLabel}>Asks about</span> <bdi>{title}</bdi>
      </span>
    </a>
  );
}

/** Delivery of the message's copy by mail. */
const MAIL_STATUS = {
  waiting: { tone: 'accent', label: 'Mail waiting', description: 'A copy will be sent by mail shortly.' },
  sent: { tone: 'good', label: 'Mail sent', description: 'A copy was sent by mail.' },
  failed: { tone: 'danger', label: 'Mail failed', description: 'The copy could not be sent by mail.' },
  off: {
    tone: 'quiet',
    label: 'Mail off',
    description: 'No mail server was set up when the message arrived, so it is only stored here.',
  },
} as const;
/** Description of waiting mail after a failed attempt. */
const RETRYING = 'Sending the copy by mail failed and will be retried.';
