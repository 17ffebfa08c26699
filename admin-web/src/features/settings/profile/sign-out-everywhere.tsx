import { failureMessage, signOutEverywhere } from '@portfolio/api-client';
import { Button, ConfirmDialog } from '@portfolio/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';

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
    <div>
      <Button icon="signOut" onClick={() => setAsking(true)}>
        Sign Out Everywhere
      </Button>
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
    </div>
  );
}
