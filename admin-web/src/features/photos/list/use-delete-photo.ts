import { deletePhoto, failureMessage } from '@portfolio/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { useOptimisticMutation } from '../../../app/data/use-optimistic-mutation.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { isMissing, refetchTotal, removeDeletedPhotos, removePhotos } from '../cache/photo-cache.ts';

/** Deletes a photo by its id, optimistically. */
export function useDeletePhoto(): (id: number) => void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { mutate } = useOptimisticMutation({
    mutationKey: ['delete photo'],
    ids: (id: number) => [id],
    mutationFn: (id: number) => deletePhoto(api, id),
    queryKey: ['photos', 'pages'],
    apply: async (id) => {
      const putBack = await removePhotos(queryClient, new Set([id]));
      return (error) => void (!isMissing(error) && putBack());
    },
    success: 'Photo deleted successfully!',
    failure: (error) => failureMessage(error, 'Failed to delete photo', 'An unexpected error occurred'),
    // A list fetched meanwhile may contain the photo, and its total may count it.
    onSettled: (id, error) =>
      error && !isMissing(error) ? refetchTotal(queryClient) : removeDeletedPhotos(queryClient, new Set([id])),
  });
  return mutate;
}
