import type { UploadPhoto } from '@portfolio/contracts';
import { Button, DialogActions, SelectField } from '@portfolio/ui';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { asNumber, useDraft } from '../../../../app/forms/contract-form.ts';
import { imageFault } from '../../../../app/image/image-file.ts';
import { useTellDirty } from '../../../../app/forms/unsaved-changes.tsx';
import { ChooseButton } from './choose-button.tsx';
import { byFileName } from '../files/read-files.ts';
import { TITLES_DRAFT } from '../files/selected-files.ts';
import type { Finding } from '../files/duplicate-check.ts';
import { GallerySelect } from '../../edit/gallery-select.tsx';
import { isDouble } from './duplicate-photo.tsx';
import { NO_PHOTOS } from '../../bulk/photos-in-words.ts';
import { validateEntries, photoEntries, type BulkPhotos } from './bulk-upload-entry.ts';
import { RefusedFiles } from './bulk-upload-refused.tsx';
import { PhotoRow } from './bulk-upload-row.tsx';
import styles from './upload-form.module.css';
import { useUploadQueue } from '../uploads-context.ts';
import { useFileCheck } from '../files/use-duplicate-check.ts';
import { useFileDrop } from '../files/use-file-drop.ts';
import { useUploadLimit } from './use-upload-limit.ts';

export interface BulkUploadFormProps {
  files: readonly File[];
  /** What was typed before there were several: the gallery for all, the rest for the first. */
  typed?: UploadPhoto | undefined;
  /** Given what is chosen beside them. */
  onMore: (files: File[]) => void;
  /** Told whether there is something typed to lose. */
  onDirtyChange: (isDirty: boolean) => void;
  onClose: () => void;
}

/**
 * Titles for several photos, proposed from their files' names, then off to the queue. What cannot go says why, and what is
 * there already is left out unless it is wanted twice.
 */
export function BulkUploadForm({ files, typed, onMore, onDirtyChange, onClose }: BulkUploadFormProps) {
  const queue = useUploadQueue();
  const headings = useId();
  const limit = useUploadLimit();
  const sendable = useMemo(() => files.filter((file) => !imageFault(file, limit)), [files, limit]);
  const { findings, isChecking, settled } = useFileCheck(sendable);
  /** Files that are to go although they are there already. */
  const [again, setAgain] = useState<ReadonlySet<File>>(new Set());

  const goes = (file: File, found: ReadonlyMap<File, Finding> = findings) =>
    !imageFault(file, limit) && (!isDouble(found.get(file)) || again.has(file));
  const form = useForm<BulkPhotos>({
    resolver: validateEntries(goes),
    defaultValues: photoEntries(files, typed),
  });
  const { register, setFocus } = form;
  const { fields, remove, append } = useFieldArray({ control: form.control, name: 'photos' });
  useDraft(form, TITLES_DRAFT);
  const { errors, isDirty, isSubmitting } = form.formState;

  const order = useWatch({ control: form.control, name: 'order' });

  const submit = form.handleSubmit(async ({ gallery_id, photos: entered }) => {
    const photos = order === 'file-name' ? byFileName(entered) : entered;
    const found = (await settled())?.findings;
    const isNews = !found || (isChecking && photos.some(({ file }) => isDouble(found.get(file))));
    // What has come out or come along in the meantime wants to be seen first.
    if (isNews) return;
    const going = photos.filter(({ file }) => goes(file, found));
    const batch_id = newBatchId();
    const uploads = going.map(({ title, file, typed: own }, batch_place) => {
      const { contentHash, photo } = found.get(file) ?? {};
      const details = { ...own, title, gallery_id, batch_id, batch_place };
      return { file, details, contentHash, knownAs: photo?.id };
    });
    queue.add(uploads, photos.length - going.length);
    onClose();
  });

  const another = typed !== undefined;
  useTellDirty(isDirty || another, onDirtyChange);
  // The field that had the focus has gone with the form for one photo.
  useEffect(() => {
    if (another) setFocus('photos.0.title');
  }, [another, setFocus]);

  const [isEmpty, setEmpty] = useState(false);
  const add = (more: File[]) => {
    setEmpty(more.length === 0);
    if (more.length === 0) return;
    append(photoEntries(more, undefined).photos, { shouldFocus: false });
    onMore(more);
  };
  const held = useFileDrop(add, { over: document });

  const setGoesAgain = useCallback((file: File, isWanted: boolean) => {
    setAgain((before) => {
      const after = new Set(before);
      if (isWanted) after.add(file);
      else after.delete(file);
      return after;
    });
  }, []);

  const chosen = fields.map((entry, index) => ({ ...entry, index, fault: imageFault(entry.file, limit) }));
  const rows = order === 'file-name' ? byFileName(chosen) : chosen;
  const doubles = rows.filter(({ file, fault }) => !fault && isDouble(findings.get(file)));
  const fresh = rows.filter(({ file, fault }) => !fault && !isDouble(findings.get(file)));
  const count = rows.filter(({ file }) => goes(file)).length;
  const row = ({ id, index, file, typed: own }: (typeof rows)[number]) => ({
    key: id,
    props: { index, file, typed: own, error: errors.photos?.[index]?.title?.message, register, onRemove: remove },
  });

  return (
    <form noValidate onSubmit={submit}>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <GallerySelect {...register('gallery_id', { setValueAs: asNumber })} />
          <SelectField label="Order" {...register('order')}>
            <option value="chosen">As chosen</option>
            <option value="file-name">File name</option>
          </SelectField>
        </div>
        <RefusedFiles files={rows.filter(({ fault }) => fault)} onRemove={remove} />
        <p role="status" className="visually-hidden">
          {isChecking && 'Checking for duplicates'}
          {doubles.length > 0 && saidOfDoubles(doubles.length)}
        </p>
        {doubles.length > 0 && (
          <section className={styles.group} aria-labelledby={`${headings}-doubles`}>
            <h3 id={`${headings}-doubles`}>{saidOfDoubles(doubles.length)}</h3>
            {doubles.length > 1 && (
              <div className={styles.choices}>
                <Button onClick={() => setAgain(new Set())}>Skip all</Button>
                <Button onClick={() => setAgain(new Set(doubles.map(({ file }) => file)))}>Upload all anyway</Button>
              </div>
            )}
            <ul className={styles.files} aria-label="Photos already uploaded">
              {doubles.map(row).map(({ key, props }) => (
                <PhotoRow
                  key={key}
                  {...props}
                  double={findings.get(props.file)}
                  goesAgain={again.has(props.file)}
                  onGoesAgain={setGoesAgain}
                />
              ))}
            </ul>
          </section>
        )}
        <ul className={styles.files} aria-label="Photos to upload">
          {fresh.map(row).map(({ key, props }) => (
            <PhotoRow key={key} {...props} />
          ))}
        </ul>
        <div className={held ? `${styles.more} ${styles.held}` : styles.more}>
          <ChooseButton what="photos" label="Add more photos" onChoose={add} />
          <ChooseButton what="folder" label="Add a folder" onChoose={add} />
          {isEmpty && (
            <p role="alert" className={styles.reason}>
              {NO_PHOTOS}
            </p>
          )}
        </div>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={count === 0} busy={isSubmitting} busyLabel="Checking...">
          {count === 1 ? 'Upload 1 Photo' : `Upload ${count} Photos`}
        </Button>
      </DialogActions>
    </form>
  );
}

/** A UUID of version 4. The browser's own `randomUUID` is there only in secure contexts. */
function newBatchId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const saidOfDoubles = (count: number): string =>
  count === 1 ? '1 photo already uploaded' : `${count} photos already uploaded`;
