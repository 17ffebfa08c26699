import { failureMessage, restoreTrashed, type Api } from '@portfolio/api-client';
import {
  TRASH_DAYS,
  type BatchResponse,
  type SelectTrashed,
  type TrashItemView,
  type TrashKind,
} from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { repeatRequests, requestsUnderWay } from '../data/cancel-requests.ts';
import { inBatches, reportBatches, type BatchResult } from '../data/in-batches.ts';
import { isRefusal } from '../data/query-client.ts';
import { formatCount } from '../format-number.ts';
import { showActionToast } from '../layout/action-toast.tsx';
import { useAdmin } from '../layout/admin-context.ts';

/** Paragraph in the confirmation of a deletion. */
export const TrashNotice = ({ count = 1 }: { count?: number }) => (
  <p>
    {count === 1 ? 'It stays' : 'They stay'} in the trash for {TRASH_DAYS} days.
  </p>
);

type TrashedItem = Pick<TrashItemView, 'kind' | 'id'>;

const NOUNS: Record<TrashKind, [one: string, many: string]> = {
  photo: ['photo', 'photos'],
  gallery: ['gallery', 'galleries'],
  comment: ['comment', 'comments'],
  message: ['message', 'messages'],
  news: ['news item', 'news items'],
};

/** Number with the noun of the items, or of all in the trash. @example "1 photo", "3 news items", "2 items" of two kinds */
export function countTrashed(count: number, items: Pick<TrashedItem, 'kind'>[] | 'all'): string {
  const kinds = new Set(items === 'all' ? [] : items.map(({ kind }) => kind));
  const [kind] = kinds;
  const [one, many] = kind && kinds.size === 1 ? NOUNS[kind] : ['item', 'items'];
  return formatCount(count, one, many);
}

function selectionOf(items: TrashedItem[]): SelectTrashed {
  const selection: SelectTrashed = {};
  for (const { kind, id } of items) (selection[`${kind}_ids`] ??= []).push(id);
  return selection;
}

/** Sends requests about items in the trash, in batches. @param send request of one batch: a restoration or a deletion */
export const sendTrashed = (
  api: Api,
  items: TrashedItem[],
  send: (api: Api, items: SelectTrashed) => Promise<BatchResponse>,
): Promise<BatchResult> => inBatches(items, async (batch) => (await send(api, selectionOf(batch))).count);

/** Mutation of items in the trash, with toasts. @param done past participle */
export function useTrashMutation<T extends TrashedItem[] | 'all'>(
  send: (api: Api, items: T) => Promise<BatchResult>,
  { done, failure, isRepeatable = false }: { done: string; failure: string; isRepeatable?: boolean },
) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (items: T) =>
      reportBatches(await send(api, items), (count) => `${countTrashed(count, items)} ${done}`),
    onError: (error, items): void => {
      const text = failureMessage(error, failure);
      if (!isRepeatable || isRefusal(error)) toast.error(text);
      else showActionToast({ text, label: 'Try Again', run: () => mutation.mutate(items), isError: true });
    },
    onSettled: async () => {
      const furtherPages = requestsUnderWay(queryClient, []).filter(({ meta }) => meta);
      // Any list may show or count restored items.
      await queryClient.invalidateQueries();
      repeatRequests(furtherPages);
    },
  });
  return mutation;
}

/** @param isRepeatable whether a failure offers to try again */
export const useRestore = (isRepeatable = false) =>
  useTrashMutation((api, items: TrashedItem[]) => sendTrashed(api, items, restoreTrashed), {
    done: 'restored',
    failure: 'Failed to restore',
    isRepeatable,
  });

/** @returns shows a toast about deleted items, which can restore them, also after the page was left */
export function useUndo(): (text: string, kind: TrashKind, ids: number[]) => void {
  const { mutate } = useRestore(true);
  return (text, kind, ids) =>
    showActionToast({ text, label: 'Undo', run: () => mutate(ids.map((id) => ({ kind, id }))) });
}
