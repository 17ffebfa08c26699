import {
  ApiError,
  dashboardQuery,
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
import { useSessionDraft } from '../../app/forms/contract-form.ts';
import { useUnsavedChanges } from '../../app/forms/unsaved-changes.tsx';

/** Uploads and removes the background image, and refetches it after its processing. */
export function useBackground({ status, version }: BackgroundSettingView) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState(0);
  const abort = useRef<AbortController>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['settings'] });
  const show = (background_image: BackgroundSettingView) => {
    queryClient.setQueryData(
      websiteSettingsQuery(api).queryKey,
      (website) => website && { ...website, value: { settings: { ...website.value.settings, background_image } } },
    );
    // Its first steps depend on the background image.
    void queryClient.invalidateQueries({ queryKey: dashboardQuery(api).queryKey });
    return refresh();
  };

  useSiteEvents(({ type }) => {
    const mayBeDone = type === 'open' && status === 'processing';
    if (type === 'background.ready' || type === 'background.failed' || mayBeDone) void refresh();
  });

  const upload = useMutation({
    mutationFn: ({ file, replaces: ifMatch }: ImageToUpload) => {
      abort.current = new AbortController();
      setProgress(0);
      return uploadBackground(api, file, { onProgress: setProgress, signal: abort.current.signal, ifMatch });
    },
    // Pending until the new version is loaded, because the next change needs it.
    onSuccess: ({ imageUrl }) => {
      toast.success('Background image uploaded successfully!');
      return show({ value: imageUrl, status: 'processing', failure: null, version });
    },
  });

  const remove = useMutation({
    mutationFn: () => removeBackground(api, version),
    onSuccess: () => {
      toast.success('Background image removed successfully!');
      return show({ value: '', status: 'absent', failure: null, version });
    },
    onError: (error) => {
      toast.error(failureMessage(error, 'Failed to remove image'));
      void refresh();
    },
  });

  // Leaving the page stops an upload under way.
  useEffect(() => () => abort.current?.abort(), []);

  const current = upload.error instanceof ApiError ? upload.error.body?.current : undefined;
  return {
    upload,
    /** Current background image, or its absence, after a change elsewhere. */
    newer: (current as CurrentBackgroundView | undefined)?.background_image,
    show,
    /** Uploaded share, from 0 to 1. */
    progress,
    cancel: () => {
      abort.current?.abort();
      upload.reset();
    },
    remove,
  };
}

export interface ImageToUpload {
  file: File;
  /** Version of the background image at the selection. */
  replaces: string;
}

/** Selected image before its upload. */
export interface PickedImage extends ImageToUpload {
  /** Object URL. */
  url: string;
}

export type PickImage = (image: ImageToUpload | undefined) => void;

/** Selected image, which survives the end of the session, and its setter. */
export function usePickedImage(): [PickedImage | undefined, PickImage] {
  const [picked, setPicked] = useState<PickedImage>();
  useEffect(() => () => picked && URL.revokeObjectURL(picked.url), [picked]);
  const pick: PickImage = (image) => setPicked(image && { ...image, url: URL.createObjectURL(image.file) });
  useSessionDraft('background-image', () => picked, pick);
  useUnsavedChanges(picked !== undefined);
  return [picked, pick];
}
