import { deletePhoto, failureMessage } from '@portfolio/api-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { forgetPhotos, isGone } from '../cache/gone-photos.ts';
import { recount, takePhotosOut } from '../cache/photo-cache.ts';

/** Deletes a photo: it goes at once, and comes back when the server does not do it, unless somebody else has. */
export function useDeletePhoto(): (id: number) => void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  // A list that was read meanwhile may hold it again.
  const leaveOut = (id: number) => forgetPhotos(queryClient, new Set([id]));
  const { mutate } = useMutation({
    mutationFn: (id: number) => deletePhoto(api, id),
    meta: { ids: (id: number) => [id] },
    onMutate: (id) => takePhotosOut(queryClient, new Set([id])),
    onSuccess: (_, id) => {
      toast.success('Photo deleted successfully!');
      return leaveOut(id);
    },
    onError: (error, id, putBack) => {
      toast.error(failureMessage(error, 'Failed to delete photo', 'An unexpected error occurred'));
      if (isGone(error)) return leaveOut(id);
      putBack?.();
      // A count that was read meanwhile may have it already.
      return recount(queryClient);
    },
  });
  return mutate;
}
