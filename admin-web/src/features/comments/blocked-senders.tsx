import { blockedSendersQuery, blockSender, failureMessage, unblockSender } from '@portfolio/api-client';
import type { BlockedSenderView } from '@portfolio/contracts';
import { Button, ConfirmDialog, Dialog, once, Radio } from '@portfolio/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { LoadMore } from '../../app/components/paged-list.tsx';
import { passFocus } from '../../app/components/pass-focus.ts';
import { QuerySection } from '../../app/components/query-section.tsx';
import { DateTime } from '../../app/date-time.tsx';
import { formatCount } from '../../app/format-number.ts';
import { DialogBody } from '../../app/forms/form-dialog.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './blocked-senders.module.css';

interface BlockSenderDialogProps {
  email: string;
  /** Not called after a Cancel. */
  onBlocked: () => void;
  onClose: () => void;
}

/** Blocks the email address of a comment's author, or its domain. */
export function BlockSenderDialog({ email, onBlocked, onClose }: BlockSenderDialogProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const [sender, setSender] = useState(email);
  const block = useMutation({
    mutationFn: () => blockSender(api, sender),
    onSuccess: ({ blocked_sender }) => {
      toast.success(`${blocked_sender.sender} blocked`);
      void queryClient.invalidateQueries({ queryKey: blockedSendersQuery(api).queryKey });
    },
    onError: (error) => toast.error(failureMessage(error, 'Failed to block the sender')),
  });
  const renderChoice = (value: string, label: string, hint: string) => (
    <Radio name="sender" label={label} hint={hint} checked={sender === value} onChange={() => setSender(value)} />
  );
  return (
    <ConfirmDialog
      title="Block sender"
      confirmLabel="Block"
      busy={block.isPending}
      busyLabel="Blocking..."
      // Not after Cancel: another dialog may be open by then.
      onConfirm={() => block.mutate(undefined, { onSuccess: onBlocked, onSettled: onClose })}
      onClose={onClose}
    >
      <p>New comments are discarded. The sender still sees the usual confirmation.</p>
      <div role="radiogroup" aria-label="Sender" className={styles.choice}>
        {renderChoice(email, email, 'This address only')}
        {renderChoice(domain, domain, 'Every address of this domain and its subdomains, including other people’s')}
      </div>
    </ConfirmDialog>
  );
}

/** List of blocked senders, to unblock them. */
export function BlockedSendersDialog({ onClose }: { onClose: () => void }) {
  const { api } = useAdmin();
  const query = useInfiniteQuery(blockedSendersQuery(api));
  return (
    <Dialog title="Blocked Senders" onClose={onClose}>
      <DialogBody>
        <QuerySection query={query} contentName="blocked senders">
          {({ pages }) => {
            const senders = pages.flatMap(({ blocked_senders }) => blocked_senders);
            if (senders.length === 0) return <p>No blocked senders. To block one, choose Block on a comment.</p>;
            return (
              <ul aria-label="Blocked senders" className={styles.senders}>
                {senders.map((sender) => (
                  <BlockedSender key={sender.id} {...sender} />
                ))}
              </ul>
            );
          }}
        </QuerySection>
        <LoadMore query={query} />
      </DialogBody>
    </Dialog>
  );
}

function BlockedSender({ id, sender, dropped_comments, last_dropped_at }: BlockedSenderView) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const unblock = useMutation({
    mutationFn: () => unblockSender(api, id),
    onSuccess: () => void toast.success('Sender unblocked'),
    onError: (error) => void toast.error(failureMessage(error, 'Failed to unblock the sender')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: blockedSendersQuery(api).queryKey }),
  });
  return (
    <li className={styles.sender}>
      <div>
        <p className={styles.name}>{sender}</p>
        <p className={styles.dropped}>
          {formatCount(dropped_comments, 'comment discarded', 'comments discarded')}
          {last_dropped_at && (
            <>
              , last <DateTime at={last_dropped_at} />
            </>
          )}
        </p>
      </div>
      <Button
        ref={passFocus}
        aria-label={`Unblock ${sender}`}
        busy={unblock.isPending}
        onClick={once(() => unblock.mutate())}
      >
        Unblock
      </Button>
    </li>
  );
}
