import { UploadPhoto } from '@portfolio/contracts';
import { Button, DialogActions, IconButton, TextField } from '@portfolio/ui';
import { validateSync } from 'class-validator';
import { useState } from 'react';
import { useFieldArray, useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { asNumber } from '../../app/contract-form.ts';
import { GallerySelect } from './gallery-select.tsx';
import { imageFault, readableSize, titleFromFileName } from './image-file.ts';
import { useUploadQueue } from './upload-queue-context.ts';
import styles from './upload-form.module.css';
import { useFileImage } from './use-file-image.ts';

interface SeveralPhotos {
  gallery_id: number | undefined;
  photos: { title: string; file: File }[];
}

/** Judges each title by the rules for a photo. */
const resolver: Resolver<SeveralPhotos> = (values) => {
  const faults = values.photos.map(({ title }) => {
    const [fault] = validateSync(Object.assign(new UploadPhoto(), { title }), { stopAtFirstError: true });
    return fault && { title: { type: 'title', message: Object.values(fault.constraints ?? {})[0] } };
  });
  const errors: FieldErrors<SeveralPhotos> = { photos: faults };
  return faults.some(Boolean) ? { values: {}, errors } : { values, errors: {} };
};

export interface SeveralPhotosFormProps {
  files: File[];
  onClose: () => void;
}

/** Titles for several photos, proposed from their files' names, then off to the queue. What cannot go says why. */
export function SeveralPhotosForm({ files, onClose }: SeveralPhotosFormProps) {
  const queue = useUploadQueue();
  const [refused, setRefused] = useState(() => files.filter(imageFault));
  const form = useForm<SeveralPhotos>({
    resolver,
    defaultValues: {
      photos: files.filter((file) => !imageFault(file)).map((file) => ({ title: titleFromFileName(file.name), file })),
    },
  });
  const { fields, remove } = useFieldArray({ control: form.control, name: 'photos' });

  const submit = form.handleSubmit(({ gallery_id, photos }) => {
    queue.add(photos.map(({ title, file }) => ({ file, details: { title, gallery_id } })));
    onClose();
  });

  return (
    <form noValidate onSubmit={submit}>
      <div className={styles.fields}>
        <GallerySelect {...form.register('gallery_id', { setValueAs: asNumber })} />
        <ul className={styles.files} aria-label="Photos to upload">
          {refused.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={styles.file}>
              <span className={styles.noThumbnail} />
              <p>
                {file.name} <span className={styles.reason}>{imageFault(file)}</span>
              </p>
              <IconButton
                label={`Remove ${file.name}`}
                icon="close"
                onClick={() => setRefused(refused.filter((other) => other !== file))}
              />
            </li>
          ))}
          {fields.map(({ id, file }, index) => (
            <li key={id} className={styles.file}>
              <Thumbnail file={file} />
              <TextField
                label={`Title of ${file.name}`}
                hint={readableSize(file.size)}
                error={form.formState.errors.photos?.[index]?.title?.message}
                {...form.register(`photos.${index}.title`)}
              />
              <IconButton label={`Remove ${file.name}`} icon="close" onClick={() => remove(index)} />
            </li>
          ))}
        </ul>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={fields.length === 0}>
          {fields.length === 1 ? 'Upload 1 Photo' : `Upload ${fields.length} Photos`}
        </Button>
      </DialogActions>
    </form>
  );
}

function Thumbnail({ file }: { file: File }) {
  return <img className={styles.thumbnail} ref={useFileImage(file)} alt="" loading="lazy" decoding="async" />;
}
