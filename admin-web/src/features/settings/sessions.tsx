import { failureMessage, sessionsQuery } from '@portfolio/api-client';
import { Badge, Button, Notice, Spinner } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import type { ActiveSessionView } from '@portfolio/contracts';
import { useRef, useState } from 'react';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { Cell, Row, Table } from '../../app/table/table.tsx';
import { useLogOut } from '../../app/use-log-out.ts';
import { DateTime } from '../../app/date-time.tsx';
import { RevokeSession } from './revoke-session.tsx';
import { Section } from './section.tsx';
import { SecurityEvents } from './security-events.tsx';
import styles from './sessions.module.css';
import { SignOutEverywhere } from './profile/sign-out-everywhere.tsx';

export interface SessionsProps {
  /** Something on the page has not been saved. */
  isDirty: boolean;
}

/** The devices that are signed in, and what happened to the account. */
export function Sessions({ isDirty }: SessionsProps) {
  const { api } = useAdmin();
  const logOut = useLogOut();
  const [asking, setAsking] = useState<ActiveSessionView | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery(api));
  const focus = () => list.current?.focus({ preventScroll: true });
  const tryAgain = async () => {
    // The button goes with the failure.
    if ((await refetch()).isSuccess) focus();
  };

  return (
    <Section
      id="sessions"
      title="Sessions"
      about="Devices that are signed in to your account. End a session that you do not recognize, then change your password."
    >
      <div ref={list} tabIndex={-1} className={styles.list}>
        {!sessions && !error && <Spinner label="Loading sessions" />}
        {error && (
          <Notice
            tone="failure"
            title="Failed to load sessions"
            action={
              <Button busy={isFetching} busyLabel="Loading..." onClick={() => void tryAgain()}>
                Try Again
              </Button>
            }
          >
            {failureMessage(error, '')}
          </Notice>
        )}
        {sessions && (
          <Table label="Sessions" columns={['Device', 'Signed In', 'Last Used', 'Actions']}>
            {sessions.map((session) => (
              <Row key={session.id}>
                <Cell kind="main">
                  <span>
                    <span className={styles.device}>
                      {session.device} {session.is_current && <Badge tone="good">This device</Badge>}
                    </span>
                    <span className={styles.network}>{session.network}</span>
                  </span>
                </Cell>
                <Cell label="Signed in">
                  <DateTime at={session.created_at} />
                </Cell>
                <Cell label="Last used">
                  <DateTime at={session.last_used_at} />
                </Cell>
                <Cell kind="actions">
                  {session.is_current ? (
                    <Button variant="quiet" onClick={logOut}>
                      Sign Out
                    </Button>
                  ) : (
                    <Button
                      variant="quiet"
                      aria-label={`End session: ${session.device}`}
                      onClick={() => setAsking(session)}
                    >
                      End Session
                    </Button>
                  )}
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </div>
      {asking && <RevokeSession session={asking} onGone={focus} onClose={() => setAsking(null)} />}
      <SignOutEverywhere isDirty={isDirty} />
      <SecurityEvents />
    </Section>
  );
}
