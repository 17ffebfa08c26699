import { failureMessage, securityEventsQuery } from '@portfolio/api-client';
import type { SecurityEventType, SecurityEventView } from '@portfolio/contracts';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { Cell, Row, Table } from '../../app/table/table.tsx';
import { DateTime } from '../../app/date-time.tsx';
import { Section } from './section.tsx';
import styles from './sessions.module.css';

const NAMES: Record<SecurityEventType, string> = {
  'new-device': 'Sign-in on a new device',
  'sign-in': 'Sign-in',
  'sign-in-failed': 'Failed sign-in',
  'password-changed': 'Password changed',
  'password-reset': 'Password set from the command line',
  'email-changed': 'Email address changed',
  'session-revoked': 'Session ended',
  'signed-out-everywhere': 'Signed out everywhere',
};

/** For example `Session ended: Safari on iPhone`, `Failed sign-in (3 times)`. */
const nameOf = ({ type, revoked_device: ended, count }: SecurityEventView) =>
  `${NAMES[type]}${ended === null ? '' : `: ${ended}`}${count > 1 ? ` (${count} times)` : ''}`;

/** Events that are shown at first. */
const FIRST = 10;

/** Sign-ins and changes of the account in the last 90 days. */
export function SecurityEvents() {
  const { api } = useAdmin();
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { data: events, error, isFetching, refetch } = useQuery(securityEventsQuery(api));
  const focus = () => list.current?.focus({ preventScroll: true });
  const tryAgain = async () => {
    if ((await refetch()).isSuccess) focus();
  };
  const showAll = () => {
    setIsWhole(true);
    focus();
  };

  return (
    <Section
      id="security-events"
      level={3}
      title="Recent Security Events"
      about="The last 90 days. A device is new when no sign-in with its browser and system is on record."
    >
      <div ref={list} tabIndex={-1} className={styles.list}>
        {!events && !error && <Spinner label="Loading security events" />}
        {error && (
          <Notice
            tone="failure"
            title="Failed to load security events"
            action={
              <Button busy={isFetching} busyLabel="Loading..." onClick={() => void tryAgain()}>
                Try Again
              </Button>
            }
          >
            {failureMessage(error, '')}
          </Notice>
        )}
        {events?.length === 0 && <p className={styles.none}>No security events yet.</p>}
        {events && events.length > 0 && (
          <Table label="Security events" columns={['Event', 'Device', 'Time']}>
            {events.slice(0, isWhole ? undefined : FIRST).map((event) => (
              <Row key={event.id}>
                <Cell kind="main">{nameOf(event)}</Cell>
                <Cell label="Device">
                  <span>
                    {event.device ?? '–'}
                    {event.network && <span className={styles.network}>{event.network}</span>}
                  </span>
                </Cell>
                <Cell label="Time">
                  <span className={styles.time}>
                    <DateTime at={event.at} />
                  </span>
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </div>
      {!isWhole && events && events.length > FIRST && (
        <div>
          <Button onClick={showAll}>Show All {events.length} Events</Button>
        </div>
      )}
    </Section>
  );
}
