import {
  failureMessage,
  revokeSession,
  securityEventsQuery,
  sessionsQuery,
  signOutEverywhere,
} from '@portfolio/api-client';
import type { ActiveSessionView } from '@portfolio/contracts';
import { Badge, Button, ConfirmDialog } from '@portfolio/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { QuerySection } from '../../app/components/query-section.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { Cell, Row, Table } from '../../app/table/table.tsx';
import { useLogOut } from '../../app/use-log-out.ts';
import { DateTime } from '../../app/date-time.tsx';
import { Section } from './section.tsx';
import { SecurityEvents } from './security-events.tsx';
import styles from './sessions.module.css';

export interface SessionsProps {
  /** Whether the page has unsaved changes. */
  isDirty: boolean;
}

/** Signed-in devices and security events of the account. */
export function Sessions({ isDirty }: SessionsProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const logOut = useLogOut();
  const [revoked, setRevoked] = useState<ActiveSessionView | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(sessionsQuery(api));
  const revoke = useMutation({
    mutationFn: (id: number) => revokeSession(api, id),
    onSuccess: () => void toast.success('Session ended'),
    onError: (error) => void toast.error(failureMessage(error, 'Failed to end the session')),
    onSettled: async (_, error) => {
      void queryClient.invalidateQueries(securityEventsQuery(api));
      // The session may have ended already.
      await queryClient.invalidateQueries(sessionsQuery(api));
      setRevoked(null);
      // The pressed button has left the list with its session.
      if (!error) setTimeout(() => list.current?.focus({ preventScroll: true }));
    },
  });

  return (
    <Section
      id="sessions"
      title="Sessions"
      about="Devices that are signed in to your account. End a session that you do not recognize, then change your password."
    >
      <QuerySection query={query} name="sessions" ref={list} className={styles.list}>
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
                    <Button variant="quiet" onClick={logOut}>
                      Sign Out
                    </Button>
                  ) : (
                    <Button
                      variant="quiet"
                      aria-label={`End session: ${session.device}`}
                      onClick={() => setRevoked(session)}
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
      {revoked && (
        <ConfirmDialog
          title="End session?"
          confirmLabel="End Session"
          busy={revoke.isPending}
          busyLabel="Ending..."
          onConfirm={() => revoke.mutate(revoked.id)}
          onClose={() => setRevoked(null)}
        >
          This signs out {revoked.device}. Whoever uses it has to sign in again.
        </ConfirmDialog>
      )}
      <SignOutEverywhere isDirty={isDirty} />
      <SecurityEvents />
    </Section>
  );
}

/** Ends every session, this one too. */
function SignOutEverywhere({ isDirty }: SessionsProps) {
  const { api, session } = useAdmin();
  const [isConfirming, setConfirming] = useState(false);
  const signOut = useMutation({
    mutationFn: () => signOutEverywhere(api),
    onSuccess: () => {
      toast.success('Signed out everywhere');
      session.end();
    },
    onError: (error) => {
      toast.error(failureMessage(error, 'Failed to sign out everywhere'));
      setConfirming(false);
    },
  });

  return (
    <div>
      <Button icon="signOut" onClick={() => setConfirming(true)}>
        Sign Out Everywhere
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirmLabel="Sign Out Everywhere"
          busy={signOut.isPending}
          busyLabel="Signing out..."
          onConfirm={() => signOut.mutate()}
          onClose={() => setConfirming(false)}
        >
          This ends your sessions on all devices, and here too: you will have to sign in again.
          {isDirty && ' What you have changed here has not been saved.'}
        </ConfirmDialog>
      )}
    </div>
  );
}
