import {
  ApiError,
  failureMessage,
  removeBackground,
  uploadBackground,
  websiteSettingsQuery,
} from '@portfolio/api-client';
import type { BackgroundSettingView, CurrentBackgroundView } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useSiteEvents } from '../../app/data/site-events-provider.tsx';
import type { PickedImage } from './profile/use-picked-image.ts';

/** Until it has been read again; no save names it. */
const UNKNOWN = '';

/** Uploads and removes the background image, and hears when the worker has done with it. */
export function useBackground({ status, version }: BackgroundSettingView) {
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
    mutationFn: ({ file, replaces: ifMatch }: Pick<PickedImage, 'file' | 'replaces'>) => {
      leaving.current = new AbortController();
      setProgress(0);
      return uploadBackground(api, file, { onProgress: setProgress, signal: leaving.current.signal, ifMatch });
    },
    onSuccess: ({ imageUrl }) => {
      toast.success('Background image uploaded successfully!');
      show({ value: imageUrl, status: 'processing', failure: null, version: UNKNOWN });
    },
  });

  const remove = useMutation({
    mutationFn: () => removeBackground(api, version),
    onSuccess: () => {
      toast.success('Background image removed successfully!');
      show({ value: '', status: 'absent', failure: null, version: UNKNOWN });
    },
    onError: (error) => {
      toast.error(failureMessage(error, 'Failed to remove image'));
      refresh();
    },
  });

  // Leaving the page stops an upload under way.
  useEffect(() => () => leaving.current?.abort(), []);

  const conflict = upload.error instanceof ApiError ? upload.error.current : undefined;
  return {
    upload,
    /** The image that is there in place of the one that the upload was to replace. */
    newer: (conflict?.value as CurrentBackgroundView | undefined)?.background_image,
    show,
    /** How much has gone out, from 0 to 1. */
    progress,
    cancel: () => {
      leaving.current?.abort();
      upload.reset();
    },
    remove,
  };
}
