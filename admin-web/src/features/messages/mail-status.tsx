import type { MessageView } from '@portfolio/contracts';
import { Badge } from '@portfolio/ui';
import styles from './message-article.module.css';

const STATUS = {
  waiting: { tone: 'accent', label: 'Mail waiting', meaning: 'A copy will be sent to your email address shortly.' },
  sent: { tone: 'good', label: 'Mail sent', meaning: 'A copy was sent to your email address.' },
  failed: { tone: 'danger', label: 'Mail failed', meaning: 'The copy to your email address could not be sent.' },
  off: { tone: 'quiet', label: 'Mail off', meaning: 'No mail server is set up, so the message is only stored here.' },
} as const;

/** Whether a copy of the message has reached the artist's mailbox, and what that means. */
export function MailStatus({ message: { mail_status, mail_failure } }: { message: MessageView }) {
  const { tone, label, meaning } = STATUS[mail_status];
  return (
    <div className={styles.mail}>
      <Badge tone={tone}>{label}</Badge>
      <p>
        {meaning}
        {mail_status === 'failed' && mail_failure && ` Reason: ${mail_failure}`}
      </p>
    </div>
  );
}
