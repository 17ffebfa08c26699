import { failureMessage, removeBackground, uploadBackground, websiteSettingsQuery } from '@portfolio/api-client';
import type { BackgroundSettingView } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/admin-context.ts';
import { useSiteEvents } from '../../app/site-events-provider.tsx';

/** Uploads and removes the background image, and hears when the worker has done with it. */
export function useBackground({ status }: BackgroundSettingView) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState(0);
  const leaving = useRef<AbortController>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['settings'] });
  const show = (background_image: BackgroundSettingView) => {
    queryClient.setQueryData(
      websiteSettingsQuery(api).queryKey,
      (website) => website && { ...website, value: { settings: { ...website.value.settings, background_image } } },
    );
    refresh();
  };

  useSiteEvents(({ type }) => {
    const mayBeDone = type === 'open' && status === 'processing';
    if (type === 'background.ready' || type === 'background.failed' || mayBeDone) refresh();
  });

  const upload = useMutation({
    mutationFn: (file: File) => {
      leaving.current = new AbortController();
      setProgress(0);
      return uploadBackground(api, file, { onProgress: setProgress, signal: leaving.current.signal });
    },
    onSuccess: ({ imageUrl }) => {
      toast.success('Background image uploaded successfully!');
      show({ value: imageUrl, status: 'processing', failure: null });
    },
  });

  const remove = useMutation({
    mutationFn: () => removeBackground(api),
    onSuccess: () => {
      toast.success('Background image removed successfully!');
      show({ value: '', status: 'absent', failure: null });
    },
    onError: (error) => {
      toast.error(failureMessage(error, 'Failed to remove image'));
      refresh();
    },
  });

  // Leaving the page stops an upload under way.
  useEffect(() => () => leaving.current?.abort(), []);

  return {
    upload,
    /** How much has gone out, from 0 to 1. */
    progress,
    cancel: () => {
      leaving.current?.abort();
      upload.reset();
    },
    remove,
  };
}
