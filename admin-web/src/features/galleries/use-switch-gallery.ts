import { allGalleriesQuery, failureMessage, updateGallery } from '@portfolio/api-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { refreshGalleries } from './refresh-galleries.ts';

/**
 * Shows a gallery to visitors, or hides it. The list says so at once, and takes it back where the server refuses. What is
 * switched again before there is an answer is sent after it.
 */
export function useSwitchGallery(id: number): (isActive: boolean) => void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = allGalleriesQuery(api);
  const show = (is_active: boolean) =>
    queryClient.setQueryData(queryKey, (galleries) =>
      galleries?.map((gallery) => (gallery.id === id ? { ...gallery, is_active } : gallery)),
    );

  const { mutate } = useMutation({
    mutationKey: ['switch gallery'],
    scope: { id: `switch gallery ${id}` },
    mutationFn: (is_active: boolean) => updateGallery(api, id, { is_active }),
    onMutate: async (is_active) => {
      // An answer that is on its way still has it as it was.
      await queryClient.cancelQueries({ queryKey });
      show(is_active);
    },
    onSuccess: () => toast.success('Gallery updated successfully!'),
    onError: (error, is_active) => {
      show(!is_active);
      toast.error(failureMessage(error, 'Failed to update gallery'));
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: ['switch gallery'] }) === 1) refreshGalleries(queryClient);
    },
  });
  return mutate;
}
