import { failureMessage, photoQuery, replaceImage } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Button, InlineFailure } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { ACCEPTED_TYPES, addMissingTypes, imageFault } from '../../../app/image/image-file.ts';
import { useReportDirty } from '../../../app/forms/unsaved-changes.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { reorder, showSaved } from '../cache/photo-cache.ts';
import { useUnmountSignal } from '../uploads/form/use-unmount-signal.ts';
import { useUploadLimit } from '../uploads/form/use-upload-limit.ts';
import { isUnreadable, UNREADABLE } from '../uploads/queue/failure-policy.ts';
import styles from './edit-photo-dialog.module.css';

export interface ReplaceImageProps {
  photo: PhotoView;
  /** Leaving stops an upload under way. */
  onUploadingChange: (isUploading: boolean) => void;
}

/** Uploads another image for a photo. The old one is shown until the new one is rendered. */
export function ReplaceImage({ photo, onUploadingChange }: ReplaceImageProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const limit = useUploadLimit();
  const input = useRef<HTMLInputElement>(null);
  const unmountSignal = useUnmountSignal();
  const [progress, setProgress] = useState(0);
  /** The photo with the image that visitors see. */
  const [shown, setShown] = useState<PhotoView>();
  const upload = useMutation({
    mutationFn: async (chosen: File) => {
      const [image] = await addMissingTypes([chosen]);
      const fault = imageFault(image!, limit);
      // A thrown error would count as a lost response.
      if (fault) return { fault };
      setProgress(0);
      try {
        const options = { onProgress: setProgress, signal: unmountSignal() };
        const { photo: saved } = await replaceImage(api, photo.id, image!, options);
        return { before: photo, saved };
      } catch (error) {
        if (await isUnreadable(image!, error)) return { fault: UNREADABLE };
        throw error;
      }
    },
    onSuccess: async ({ before, saved }) => {
      if (!saved) return;
      toast.success('Image replaced');
      setShown((earlier) => [earlier, before, photo].find((known) => known?.image_url === saved.image_url));
      queryClient.setQueryData(photoQuery(api, photo.id).queryKey, saved);
      await showSaved(queryClient, new Set([photo.id]), () => saved);
      void reorder(queryClient, 'file_name', 'capture_date');
    },
  });
  useReportDirty(upload.isPending, onUploadingChange);

  const fault = upload.error ? failureMessage(upload.error, 'Failed to replace the image') : upload.data?.fault;
  const { image_url, status, failure } = photo;
  // The same image is not rendered again.
  const isAnother = shown?.image_url === image_url && shown.upload?.content_hash !== photo.upload?.content_hash;
  const isWaiting = isAnother && status === 'ready' && failure === null;
  return (
    <div>
      <Button
        icon="upload"
        busy={upload.isPending}
        busyLabel={`Uploading... ${Math.round(progress * 100)}%`}
        onClick={() => input.current?.click()}
      >
        Replace Image…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED_TYPES.join(',')}
        aria-label="New image"
        onChange={({ target }) => {
          const [image] = target.files ?? [];
          // The same file can be chosen again after a failure.
          if (image) upload.mutate(image, { onSettled: () => (target.value = '') });
        }}
      />
      {fault && <InlineFailure>{fault}</InlineFailure>}
      <p role="status" className={styles.measures}>
        {isWaiting && 'Visitors see the old image until the new one is rendered.'}
      </p>
    </div>
  );
}
