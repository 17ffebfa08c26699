import { deleteMessages, failureMessage, markMessages } from '@portfolio/api-client';
import { LIMITS } from '@portfolio/contracts';
import { Button, TextField } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { formatCount, formatNumber } from '../../app/format-number.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { inBatches } from '../../app/data/in-batches.ts';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { DeleteDialog } from '../../app/trash/delete-dialog.tsx';
import { useUndo } from '../../app/trash/trash-mutations.tsx';
import styles from './messages-page.module.css';

/** Search field of the messages. `/` focuses it. */
export function MessageSearch({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts('Messages', [{ keys: '/', label: 'Search', run: () => input.current?.focus() }]);
  return (
    <div role="search" aria-label="Messages">
      <TextField
        ref={input}
        type="search"
        label="Search"
        placeholder="Name, address, subject or text"
        maxLength={LIMITS.title}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  );
}

/** Marks or deletes messages and refetches the lists afterwards. */
export function useBulkMessages() {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const undo = useUndo();
  const onSettled = async () => {
    await Promise.all([['messages'], ['dashboard']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  const mark = useMutation({
    /** @param ids undefined for all messages */
    mutationFn: async ({ ids, isRead }: { ids: number[] | undefined; isRead: boolean }) => {
      if (!ids) return (await markMessages(api, undefined, isRead)).count;
      const { remaining, error } = await inBatches(ids, async (part) => (await markMessages(api, part, isRead)).count);
      if (remaining.length > 0) throw error;
      return ids.length;
    },
    onSuccess: (count, { isRead }) =>
      void toast.success(`${formatCount(count, 'message', 'messages')} marked as ${isRead ? 'read' : 'unread'}`),
    onError: (error) => void toast.error(failureMessage(error, 'Failed to mark the messages')),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async (ids: number[]) => {
      const { count, remaining, error } = await inBatches(ids, async (part) => (await deleteMessages(api, part)).count);
      const deleted = ids.slice(0, ids.length - remaining.length);
      const result = `${formatCount(count, 'message', 'messages')} deleted`;
      if (count > 0) undo(result, 'message', deleted);
      // Deleted elsewhere.
      else if (deleted.length > 0) toast(result);
      if (remaining.length > 0) throw error;
    },
    onError: (error) => void toast.error(failureMessage(error, 'Failed to delete the messages')),
    onSettled,
  });
  return { mark, remove };
}

interface SelectedMessagesProps {
  ids: number[];
  bulk: ReturnType<typeof useBulkMessages>;
  /** Called after messages were marked or deleted. */
  onDone: (ids: number[], isDeletion: boolean) => void;
}

export function SelectedMessages({ ids, bulk: { mark, remove }, onDone }: SelectedMessagesProps) {
  const [isConfirming, setConfirming] = useState(false);
  const markAs = (isRead: boolean) => mark.mutate({ ids, isRead }, { onSuccess: () => onDone(ids, false) });
  return (
    <div role="group" aria-label="Selected messages" className={styles.selected}>
      <p role="status">{formatNumber(ids.length)} selected</p>
      <Button busy={mark.isPending} onClick={() => markAs(true)}>
        Mark as read
      </Button>
      <Button busy={mark.isPending} onClick={() => markAs(false)}>
        Mark as unread
      </Button>
      <Button variant="quiet" icon="trash" onClick={() => setConfirming(true)}>
        Delete
      </Button>
      {isConfirming && (
        <DeleteDialog
          noun="message"
          count={ids.length}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(ids, {
              onSuccess: () => onDone(ids, true),
              onSettled: () => setConfirming(false),
            })
          }
          // It does not stop the deletion.
          onClose={() => setConfirming(remove.isPending)}
        />
      )}
    </div>
  );
}
