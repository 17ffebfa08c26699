import {
  failureMessage,
  revokeSession,
  securityEventsQuery,
  sessionsQuery,
  signOutEverywhere,
} from '@portfolio/api-client';
import type { ActiveSessionView, SecurityEventType, SecurityEventView } from '@portfolio/contracts';
import { Badge, Button, ConfirmDialog } from '@portfolio/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { passFocus } from '../../app/components/pass-focus.ts';
import { QuerySection } from '../../app/components/query-section.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { Cell, Row, Table } from '../../app/table/table.tsx';
import { useLogOut } from '../../app/use-log-out.ts';
import { DateTime } from '../../app/date-time.tsx';
import { Section } from './section.tsx';
import styles from './sessions.module.css';

/** Signed-in devices and security events of the account. */
export function SessionsPage() {
  const { api, session: ownSession } = useAdmin();
  const queryClient = useQueryClient();
  const endThisSession = useLogOut();
  const [isConfirmingSignOut, setConfirmingSignOut] = useState(false);
  const [sessionToEnd, setSessionToEnd] = useState<ActiveSessionView | null>(null);
  const query = useQuery(sessionsQuery(api));
  const revoke = useMutation({
    mutationFn: (id: number) => revokeSession(api, id),
    onSuccess: () => void toast.success('Session ended'),
    onError: (error) => void toast.error(failureMessage(error, 'Failed to end the session')),
    onSettled: (_data, _error, id) => {
      setSessionToEnd((open) => (open?.id === id ? null : open));
      void queryClient.invalidateQueries(securityEventsQuery(api));
      // The session may have ended already.
      return queryClient.invalidateQueries(sessionsQuery(api));
    },
  });
  const endAllSessions = useMutation({
    mutationFn: () => signOutEverywhere(api),
    onSuccess: () => {
      toast.success('Signed out everywhere');
      ownSession.end();
    },
    onError: (error) => {
      toast.error(failureMessage(error, 'Failed to sign out everywhere'));
      setConfirmingSignOut(false);
    },
  });

  return (
    <Section
      id="sessions"
      title="Sessions"
      about="Devices that are signed in to your account. End a session that you do not recognize, then change your password."
    >
      <QuerySection query={query} contentName="sessions" className={styles.list}>
        {(sessions) => (
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
                    <Button variant="quiet" onClick={endThisSession}>
                      Sign Out
                    </Button>
                  ) : (
                    <Button
                      ref={passFocus}
                      variant="quiet"
                      busy={revoke.isPending && revoke.variables === session.id}
                      aria-label={`End session: ${session.device}`}
                      onClick={() => setSessionToEnd(session)}
                    >
                      End Session
                    </Button>
                  )}
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </QuerySection>
      {sessionToEnd && (
        <ConfirmDialog
          title="End session?"
          confirmLabel="End Session"
          busy={revoke.isPending && revoke.variables === sessionToEnd.id}
          busyLabel="Ending..."
          onConfirm={() => revoke.mutate(sessionToEnd.id)}
          onClose={() => setSessionToEnd(null)}
        >
          This signs out {sessionToEnd.device}. That device must sign in again.
        </ConfirmDialog>
      )}
      <div>
        <Button icon="signOut" onClick={() => setConfirmingSignOut(true)}>
          Sign Out Everywhere
        </Button>
        {isConfirmingSignOut && (
          <ConfirmDialog
            title="Sign out everywhere?"
            confirmLabel="Sign Out Everywhere"
            busy={endAllSessions.isPending}
            busyLabel="Signing out..."
            onConfirm={() => endAllSessions.mutate()}
            onClose={() => setConfirmingSignOut(false)}
          >
            This ends your sessions on all devices, and here too: you will have to sign in again.
          </ConfirmDialog>
        )}
      </div>
      <SecurityEvents />
    </Section>
  );
}

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

/** Number of events before `Show All` is pressed. */
const INITIAL_COUNT = 10;

/** Sign-ins and changes of the account in the last 90 days. */
function SecurityEvents() {
  const { api } = useAdmin();
  const [showsAll, setShowsAll] = useState(false);
  const query = useQuery(securityEventsQuery(api));
  return (
    <Section
      id="security-events"
      level={3}
      title="Recent Security Events"
      about="The last 90 days. A device is new when no sign-in with its browser and system is on record."
    >
      <QuerySection query={query} contentName="security events" className={styles.list}>
        {(events) =>
          events.length === 0 ? (
            <p className={styles.none}>No security events yet.</p>
          ) : (
            <>
              <Table label="Security events" columns={['Event', 'Device', 'Time']}>
                {events.slice(0, showsAll ? undefined : INITIAL_COUNT).map((event) => (
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
              {!showsAll && events.length > INITIAL_COUNT && (
                <div>
                  <Button ref={passFocus} onClick={() => setShowsAll(true)}>
                    Show All {events.length} Events
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QuerySection>
    </Section>
  );
}
