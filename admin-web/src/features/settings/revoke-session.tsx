import { failureMessage, revokeSession, securityEventsQuery, sessionsQuery } from '@portfolio/api-client';
import type { ActiveSessionView } from '@portfolio/contracts';
import { ConfirmDialog } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';

export interface RevokeSessionProps {
  session: ActiveSessionView;
  /** Called when the session has left the list, and its button with it. */
  onGone: () => void;
  onClose: () => void;
}

/** Asks, and ends a session on another device. */
export function RevokeSession({ session: { id, device }, onGone, onClose }: RevokeSessionProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeSession(api, id),
    onSuccess: () => void toast.success('Session ended'),
    onError: (error) => void toast.error(failureMessage(error, 'Failed to end the session')),
    onSettled: async (_, error) => {
      void queryClient.invalidateQueries(securityEventsQuery(api));
      // It may have ended meanwhile.
      await queryClient.invalidateQueries(sessionsQuery(api));
      onClose();
      if (!error) setTimeout(onGone);
    },
  });

  return (
    <ConfirmDialog
      title="End session?"
      confirmLabel="End Session"
      busy={revoke.isPending}
      busyLabel="Ending..."
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      This signs out {device}. Whoever uses it has to sign in again.
    </ConfirmDialog>
  );
}
