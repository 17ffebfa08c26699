import { securityEventsQuery } from '@portfolio/api-client';
import type { SecurityEventType, SecurityEventView } from '@portfolio/contracts';
import { Button } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { QuerySection } from '../../app/components/query-section.tsx';
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

/** Events before `Show All`. */
const FIRST = 10;

/** Sign-ins and changes of the account in the last 90 days. */
export function SecurityEvents() {
  const { api } = useAdmin();
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(securityEventsQuery(api));
  const count = query.data?.length ?? 0;
  const showAll = () => {
    setWhole(true);
    list.current?.focus({ preventScroll: true });
  };

  return (
    <Section
      id="security-events"
      level={3}
      title="Recent Security Events"
      about="The last 90 days. A device is new when no sign-in with its browser and system is on record."
    >
      <QuerySection query={query} name="security events" ref={list} className={styles.list}>
        {(events) =>
          events.length === 0 ? (
            <p className={styles.none}>No security events yet.</p>
          ) : (
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
          )
        }
      </QuerySection>
      {!isWhole && count > FIRST && (
        <div>
          <Button onClick={showAll}>Show All {count} Events</Button>
        </div>
      )}
    </Section>
  );
}
