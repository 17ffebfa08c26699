import { uploadPhoto } from '@portfolio/api-client';
import { UploadPhoto } from '@portfolio/contracts';
import { Button, Checkbox, DialogActions, Progress, TextArea, TextField } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/admin-context.ts';
import { asNumber, asText, field, showFailure, useContractForm } from '../../app/contract-form.ts';
import { GallerySelect } from './gallery-select.tsx';
import { imageFault } from './image-file.ts';
import { ImagePicker } from './image-picker.tsx';
import { refreshPhotos } from './refresh-photos.ts';
import styles from './upload-form.module.css';

export interface SinglePhotoFormProps {
  image: File | undefined;
  /** Given the files that are chosen, and what was typed so far. */
  onChoose: (files: File[], typed: UploadPhoto) => void;
  onClose: () => void;
}

/** Everything about one photo. What is typed stays when the upload fails; leaving stops an upload under way. */
export function SinglePhotoForm({ image, onChoose, onClose }: SinglePhotoFormProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const form = useContractForm(UploadPhoto, { title: '', is_for_sale: false });
  const [progress, setProgress] = useState(0);
  const leaving = useRef<AbortController>(null);
  const fault = image && imageFault(image);

  const upload = useMutation({
    mutationFn: ({ file, details }: { file: File; details: UploadPhoto }) => {
      leaving.current = new AbortController();
      setProgress(0);
      return uploadPhoto(api, file, details, { onProgress: setProgress, signal: leaving.current.signal });
    },
    onSuccess: () => {
      toast.success('Photo uploaded successfully!');
      void refreshPhotos(queryClient);
      onClose();
    },
    onError: (error) => showFailure(form, error, { otherwise: 'Failed to upload photo' }),
  });

  useEffect(() => () => leaving.current?.abort(), []);

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((details) => {
        if (image && !fault) upload.mutate({ file: image, details });
      })}
    >
      <div className={styles.fields}>
        <ImagePicker
          image={image}
          error={fault}
          disabled={upload.isPending}
          onChange={(files) => onChoose(files, form.getValues())}
        />
        <TextField label="Title" required {...field(form, 'title')} />
        <TextArea label="Description" {...field(form, 'description', { setValueAs: asText })} />
        <div className={styles.pair}>
          <GallerySelect {...field(form, 'gallery_id', { setValueAs: asNumber })} />
          <TextField
            label="Selling Price"
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            placeholder="0.00"
            {...field(form, 'selling_price', { setValueAs: asNumber })}
          />
        </div>
        <TextField
          label="Alt Text"
          hint="What the photo shows, for people who cannot see it"
          {...field(form, 'alt_text', { setValueAs: asText })}
        />
        <Checkbox label="Mark as for sale" {...form.register('is_for_sale')} />
      </div>
      <DialogActions failure={form.formState.errors.root?.server?.message}>
        {upload.isPending && (
          <div className={styles.progress}>
            <Progress label="Uploading the photo" value={progress} />
          </div>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!image || Boolean(fault)}
          busy={upload.isPending}
          busyLabel="Uploading..."
        >
          Upload Photo
        </Button>
      </DialogActions>
    </form>
  );
}
