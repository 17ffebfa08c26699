import type { MessageView } from '@portfolio/contracts';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { DateTime } from '../../app/date-time.tsx';
import styles from './message-rows.module.css';

export interface MessageRowsProps {
  messages: MessageView[];
  openId: number | null;
  addressOf: (id: number) => string;
}

/** Links to the messages; arrow keys, Home and End move between them. */
export function MessageRows({ messages, openId, addressOf }: MessageRowsProps) {
  return (
    <ul className={styles.rows} aria-label="Messages" onKeyDown={moveFocus}>
      {messages.map(({ id, name, subject, message, is_read, created_at, photo }) => (
        <li key={id}>
          <Link
            to={addressOf(id)}
            // Back leads from any message to the list.
            replace={openId !== null}
            className={styles.row}
            data-message={id}
            data-unread={!is_read || undefined}
            aria-describedby={`message-${id}-excerpt message-${id}-day`}
            aria-current={id === openId || undefined}
          >
            {!is_read && <span className="visually-hidden">Unread: </span>}
            <span className={styles.name} dir="auto">
              {name}
            </span>{' '}
            <span id={`message-${id}-day`} className={styles.time} aria-hidden>
              <DateTime at={created_at} to="day" />
            </span>{' '}
            <span className={styles.subject} dir="auto">
              {subject}
            </span>{' '}
            <span id={`message-${id}-excerpt`} className={styles.excerpt} dir="auto" aria-hidden>
              {photo ? `${photo.title}: ${message}` : message}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message]')];
  const index = rows.findIndex((row) => row === document.activeElement);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (index < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  rows[next]?.focus();
}
