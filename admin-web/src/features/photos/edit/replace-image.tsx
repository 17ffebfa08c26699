import { failureMessage, photoQuery, replaceImage } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Button } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { ACCEPTED_TYPES, addMissingTypes, imageFault } from '../../../app/image/image-file.ts';
import { useReportDirty } from '../../../app/forms/unsaved-changes.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { reorder, showSaved } from '../cache/photo-cache.ts';
import { checkFiles } from '../uploads/files/duplicate-check.ts';
import { useUploadLimit } from '../uploads/form/use-upload-limit.ts';
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
  const abort = useRef<AbortController>(null);
  const [progress, setProgress] = useState(0);
  /** Address of the old image, until another one is there. */
  const [replaced, setReplaced] = useState<string | null>();
  const upload = useMutation({
    mutationFn: async (chosen: File) => {
      const { signal } = (abort.current = new AbortController());
      const [image] = await addMissingTypes([chosen]);
      const fault = imageFault(image!, limit);
      // A thrown error would count as a lost response.
      if (fault) return { fault };
      setProgress(0);
      const isSame = (await checkFiles(api, [image!], signal)).get(image!)?.photo?.id === photo.id;
      const { photo: saved } = await replaceImage(api, photo.id, image!, { onProgress: setProgress, signal });
      return { saved, isSame };
    },
    onSuccess: async ({ saved, isSame }) => {
      if (!saved) return;
      toast.success('Image replaced');
      // The same image is not rendered again.
      if (!isSame) setReplaced(saved.image_url);
      queryClient.setQueryData(photoQuery(api, photo.id).queryKey, saved);
      await showSaved(queryClient, new Set([photo.id]), () => saved);
      void reorder(queryClient, 'file_name', 'capture_date');
    },
  });
  useReportDirty(upload.isPending, onUploadingChange);
  useEffect(() => () => abort.current?.abort(), []);

  const fault = upload.error ? failureMessage(upload.error, 'Failed to replace the image') : upload.data?.fault;
  const { image_url, status, failure } = photo;
  const isWaiting = replaced !== undefined && replaced === image_url && status === 'ready' && failure === null;
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
      {fault && (
        <p role="alert" className={styles.failure}>
          {fault}
        </p>
      )}
      <p role="status" className={styles.measures}>
        {isWaiting && 'Visitors see the old image until the new one is rendered.'}
      </p>
    </div>
  );
}
