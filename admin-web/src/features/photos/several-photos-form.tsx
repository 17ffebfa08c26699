import { UploadPhoto } from '@portfolio/contracts';
import { Button, DialogActions, IconButton, TextField } from '@portfolio/ui';
import { validateSync } from 'class-validator';
import { useEffect, useState } from 'react';
import { useFieldArray, useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { asNumber } from '../../app/contract-form.ts';
import { GallerySelect } from './gallery-select.tsx';
import { imageFault, readableSize, titleFromFileName } from './image-file.ts';
import { useUploadQueue } from './upload-queue-context.ts';
import styles from './upload-form.module.css';
import { useFileImage } from './use-file-image.ts';

interface SeveralPhotos {
  gallery_id: number | undefined;
  /** `typed` is what the form for one photo asks for beside the title. */
  photos: { title: string; file: File; typed: Partial<UploadPhoto> | undefined }[];
}

/** Judges each photo by its rules, and shows at its title whatever is wrong. */
const resolver: Resolver<SeveralPhotos> = (values) => {
  const faults = values.photos.map(({ title, typed }) => {
    const [fault] = validateSync(Object.assign(new UploadPhoto(), typed, { title }), { stopAtFirstError: true });
    return fault && { title: { type: 'title', message: Object.values(fault.constraints ?? {})[0] } };
  });
  const errors: FieldErrors<SeveralPhotos> = { photos: faults };
  return faults.some(Boolean) ? { values: {}, errors } : { values, errors: {} };
};

export interface SeveralPhotosFormProps {
  files: File[];
  /** What was typed before there were several: the gallery for all, the rest for the first. */
  typed?: UploadPhoto;
  onClose: () => void;
}

/** Titles for several photos, proposed from their files' names, then off to the queue. What cannot go says why. */
export function SeveralPhotosForm({ files, typed, onClose }: SeveralPhotosFormProps) {
  const queue = useUploadQueue();
  const [refused, setRefused] = useState(() => files.filter(imageFault));
  const form = useForm<SeveralPhotos>({
    resolver,
    defaultValues: {
      gallery_id: typed?.gallery_id,
      photos: files
        .filter((file) => !imageFault(file))
        .map((file, index) => {
          const own = index === 0 ? typed : undefined;
          return { title: own?.title || titleFromFileName(file.name), file, typed: own };
        }),
    },
  });
  const { fields, remove } = useFieldArray({ control: form.control, name: 'photos' });

  const submit = form.handleSubmit(({ gallery_id, photos }) => {
    queue.add(photos.map(({ title, file, typed }) => ({ file, details: { ...typed, title, gallery_id } })));
    onClose();
  });

  // The field that had the focus has gone with the form for one photo.
  const { setFocus } = form;
  const another = typed !== undefined;
  useEffect(() => {
    if (another) setFocus('photos.0.title');
  }, [another, setFocus]);

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
          {fields.map(({ id, file, typed: own }, index) => (
            <li key={id} className={styles.file}>
              <Thumbnail file={file} />
              <TextField
                label={`Title of ${file.name}`}
                hint={
                  own && hasMore(own)
                    ? `${readableSize(file.size)}, with the details typed before`
                    : readableSize(file.size)
                }
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

/** Whether something was typed beside the title and the gallery. */
const hasMore = ({ description, alt_text, selling_price, is_for_sale }: Partial<UploadPhoto>) =>
  Boolean(description || alt_text || is_for_sale) || selling_price !== undefined;

function Thumbnail({ file }: { file: File }) {
  return <img className={styles.thumbnail} ref={useFileImage(file)} alt="" loading="lazy" decoding="async" />;
}
