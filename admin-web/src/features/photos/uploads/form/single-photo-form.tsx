import { UploadPhoto } from '@portfolio/contracts';
import { Button, Checkbox, DialogActions, Progress, TextArea, TextField } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import { asNumber, asText, field, showFailure, useContractForm } from '../../../../app/forms/contract-form.ts';
import { imageFault } from '../../../../app/image/image-file.ts';
import { useTellDirty } from '../../../../app/forms/unsaved-changes.tsx';
import { GallerySelect } from '../../edit/gallery-select.tsx';
import { ImagePicker } from './image-picker.tsx';
import { KnownQuestion } from './duplicate-photo.tsx';
import { NO_PHOTOS } from '../../bulk/photos-in-words.ts';
import type { NewUpload } from '../queue/queued-upload.ts';
import { refreshPhotos } from '../../cache/refresh-photos.ts';
import { SingleUpload } from './single-upload.ts';
import styles from './upload-form.module.css';
import { useFileCheck } from '../files/use-duplicate-check.ts';
import { useFileDrop } from '../files/use-file-drop.ts';
import { useUploadLimit } from './use-upload-limit.ts';

export interface SinglePhotoFormProps {
  image: File | undefined;
  /** Given the files that are chosen, none when the image is removed, and what was typed so far. */
  onChoose: (files: File[], typed: UploadPhoto) => void;
  /** Told whether there is something typed to lose. */
  onDirtyChange: (isDirty: boolean) => void;
  onClose: () => void;
}

/** Everything about one photo. What is typed stays when the upload fails; leaving stops an upload under way. */
export function SinglePhotoForm({ image, onChoose, onDirtyChange, onClose }: SinglePhotoFormProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const form = useContractForm(UploadPhoto, { title: '', is_for_sale: false }, 'upload-photo');
  const [progress, setProgress] = useState(0);
  const [tries] = useState(() => new SingleUpload(api, queryClient));
  const leaving = useRef<AbortController>(null);
  const limit = useUploadLimit();
  const fault = image && imageFault(image, limit);
  const files = useMemo(() => (image && !fault ? [image] : []), [image, fault]);
  const { findings, settled } = useFileCheck(files);
  /** About a file that is there already: whether it is to go all the same, or whether that has been asked in vain. */
  const [answer, setAnswer] = useState<{ file: File; goes: boolean; isAsked: boolean }>();
  const goesAgain = answer !== undefined && answer.file === image && answer.goes;
  const finding = image && findings.get(image);

  const upload = useMutation({
    mutationFn: (photo: NewUpload) => {
      leaving.current = new AbortController();
      setProgress(0);
      return tries.send(photo, { onProgress: setProgress, signal: leaving.current.signal });
    },
    onSuccess: () => {
      toast.success('Photo uploaded successfully!');
      void refreshPhotos(queryClient);
      onClose();
    },
    onError: (error) => showFailure(form, error, { otherwise: 'Failed to upload photo' }),
  });

  useEffect(() => () => leaving.current?.abort(), []);
  const { isDirty, isSubmitting, errors } = form.formState;
  useTellDirty(isDirty, onDirtyChange);

  const submit = form.handleSubmit(async (details) => {
    if (!image || fault) return;
    const check = await settled();
    // Another image has been chosen meanwhile, and nobody has said that it is to go.
    if (!check) return;
    const { contentHash, photo: known } = check.findings.get(image) ?? {};
    if (known && !goesAgain) {
      setAnswer({ file: image, goes: false, isAsked: true });
      return;
    }
    upload.mutate({ file: image, details, contentHash, knownAs: known?.id });
  });
  const isBusy = upload.isPending || isSubmitting;

  const [isEmpty, setEmpty] = useState(false);
  const choose = (chosen: File[]) => {
    setEmpty(chosen.length === 0);
    if (chosen.length > 0) onChoose(chosen, form.getValues());
  };
  const held = useFileDrop(choose, { over: document, enabled: !upload.isPending });

  return (
    <form noValidate onSubmit={submit}>
      <div className={styles.fields}>
        <ImagePicker
          image={image}
          limit={limit}
          error={isEmpty ? NO_PHOTOS : fault}
          disabled={upload.isPending}
          held={held}
          onChoose={choose}
          onRemove={() => {
            setEmpty(false);
            onChoose([], form.getValues());
          }}
        />
        <div role="status">
          {finding?.photo && image && (
            <KnownQuestion
              finding={finding}
              goesAgain={goesAgain}
              isAsked={answer?.file === image && answer.isAsked}
              onAnswer={(goes) => setAnswer({ file: image, goes, isAsked: false })}
            />
          )}
        </div>
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
      <DialogActions failure={errors.root?.server?.message}>
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
          busy={isBusy}
          busyLabel="Uploading..."
        >
          Upload Photo
        </Button>
      </DialogActions>
    </form>
  );
}
