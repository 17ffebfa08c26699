import { failureMessage, signOutEverywhere } from '@portfolio/api-client';
import { Button, ConfirmDialog } from '@portfolio/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/admin-context.ts';
import { Section } from './section.tsx';

export interface SignOutEverywhereProps {
  /** Something on the page has not been saved. */
  isDirty: boolean;
}

/** Ends every session, this one too. */
export function SignOutEverywhere({ isDirty }: SignOutEverywhereProps) {
  const { api, session } = useAdmin();
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => signOutEverywhere(api),
    onSuccess: () => {
      toast.success('Signed out everywhere');
      session.end();
    },
    onError: (error) => {
      toast.error(failureMessage(error, 'Failed to sign out everywhere'));
      setAsking(false);
    },
  });

  return (
    <Section
      id="sessions"
      title="Sessions"
      about="If you have signed in on a device that you no longer have, or that others use, end all sessions at once."
    >
      <div>
        <Button icon="signOut" onClick={() => setAsking(true)}>
          Sign Out Everywhere
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirmLabel="Sign Out Everywhere"
          busy={end.isPending}
          busyLabel="Signing out..."
          onConfirm={() => end.mutate()}
          onClose={() => setAsking(false)}
        >
          This ends your sessions on all devices, and here too: you will have to sign in again.
          {isDirty && ' What you have changed here has not been saved.'}
        </ConfirmDialog>
      )}
    </Section>
  );
}
