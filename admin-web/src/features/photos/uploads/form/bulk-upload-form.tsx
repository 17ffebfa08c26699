import { Button, createStore, DialogActions, InlineFailure, SelectField } from '@portfolio/ui';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { asNumber, useDraft, useSessionDraft } from '../../../../app/forms/contract-form.ts';
import { formatCount, formatPhotoCount } from '../../../../app/format-number.ts';
import { DialogBody } from '../../../../app/forms/form-dialog.tsx';
import { useReportDirty } from '../../../../app/forms/unsaved-changes.tsx';
import { imageFault } from '../../../../app/image/image-file.ts';
import { GallerySelect } from '../../edit/photo-fields.tsx';
import { isDuplicate, useDuplicateCheck, withSameFiles, type CheckedFiles } from '../files/duplicate-check.ts';
import { useFileDetails } from '../files/file-details.ts';
import { NO_PHOTOS, sortByFileName } from '../files/read-files.ts';
import { useFileDrop } from '../files/use-file-drop.ts';
import { FORCED_DRAFT, TITLES_DRAFT, useSelectedFiles, useUploads } from '../uploads-provider.tsx';
import { newBatchId, photoEntries, titleFromFileName, validateEntries, type BulkPhotos } from './bulk-upload-entry.ts';
import { BulkUploadRow, RefusedFiles } from './bulk-upload-row.tsx';
import { ChooseButton } from './choose-button.tsx';
import type { UploadFormProps } from './single-photo-form.tsx';
import styles from './upload-form.module.css';
import { useUnmountSignal } from './use-unmount-signal.ts';
import { useUploadLimit } from './use-upload-limit.ts';

/** Files of submitted forms: a double click submits again before the form is closed. */
const submittedFiles = new WeakSet<File>();

/** Titles of several photos, prefilled from the file names. Duplicates are skipped by default. */
export function BulkUploadForm({ onDirtyChange, onClose }: UploadFormProps) {
  const { queue, selection } = useUploads();
  const { files, typed } = useSelectedFiles();
  const headingId = useId();
  const limit = useUploadLimit();
  const validFiles = useMemo(() => files.filter((file) => !imageFault(file, limit)), [files, limit]);
  const { checked: checkedFiles, isChecking, settled } = useDuplicateCheck(validFiles);
  /** Duplicates to upload anyway. In a store, because they may change while a submit waits for the files' details. */
  const [forcedFiles] = useState(() => createStore<ReadonlySet<File>>(new Set()));
  const forced = forcedFiles.use();

  const isIncluded = (file: File, now: CheckedFiles) =>
    !imageFault(file, limit) && (!isDuplicate(now.get(file)) || forcedFiles.get().has(file));
  const form = useForm<BulkPhotos>({
    resolver: validateEntries((present) => {
      const now = withSameFiles(checkedFiles, present);
      return present.filter((file) => isIncluded(file, now));
    }),
    defaultValues: photoEntries(files, typed),
  });
  /** Files whose title was read from their metadata, and whether the artist has left it unchanged. */
  const [titled, setTitled] = useState<ReadonlyMap<File, boolean>>(new Map());
  const detailsRead = useFileDetails(validFiles, (file, { title }) => {
    const index = form.getValues('photos').findIndex((photo) => photo.file === file);
    // Added files start the reading again: the artist may have changed the title since.
    if (title === undefined || index < 0 || titled.has(file)) return;
    const name = `photos.${index}.title` as const;
    if (form.getValues(name) !== titleFromFileName(file.name)) return;
    form.setValue(name, title);
    setTitled((before) => new Map(before).set(file, true));
  });
  const markTyped = useCallback((file: File) => {
    setTitled((before) => (before.get(file) ? new Map(before).set(file, false) : before));
  }, []);
  const { register, setFocus } = form;
  const { fields, remove, append } = useFieldArray({ control: form.control, name: 'photos' });
  useDraft(form, TITLES_DRAFT);
  useSessionDraft(FORCED_DRAFT, () => (forced.size > 0 ? forced : undefined), forcedFiles.set);
  const { errors, isDirty, isSubmitting } = form.formState;

  const order = useWatch({ control: form.control, name: 'order' });
  /** Without those that were removed. */
  const present = useMemo(() => fields.map(({ file }) => file), [fields]);
  const checked = useMemo(() => withSameFiles(checkedFiles, present), [checkedFiles, present]);
  const unmountSignal = useUnmountSignal();

  const submit = form.handleSubmit(async () => {
    const settledFiles = await settled();
    // Sets titles.
    await detailsRead();
    const { photos: entered, gallery_id, order: chosen } = form.getValues();
    const photos = chosen === 'file-name' ? sortByFileName(entered) : entered;
    if (!settledFiles || unmountSignal().aborted) return;
    const now = withSameFiles(
      settledFiles,
      entered.map(({ file }) => file),
    );
    // Files added and duplicates found during the check must be seen before the upload.
    const isNew = (file: File) => isDuplicate(now.get(file)) && !isDuplicate(checked.get(file));
    if (photos.some(({ file }) => !present.includes(file) || isNew(file))) return;
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return;
    if (photos.some(({ file }) => submittedFiles.has(file))) return;
    for (const { file } of photos) submittedFiles.add(file);
    const uploaded = photos.filter(({ file }) => isIncluded(file, now));
    const batch_id = newBatchId();
    const uploads = uploaded.map(({ title, file, typed: own }, batch_place) => {
      const { contentHash, photo } = now.get(file) ?? {};
      // Texts that are empty come from the file.
      const typed = Object.fromEntries(Object.entries(own ?? {}).filter(([, value]) => value !== ''));
      const details = { ...typed, title, gallery_id, batch_id, batch_place };
      return { file, details, contentHash, duplicateOf: photo?.id };
    });
    queue.add(uploads, photos.length - uploaded.length);
    onClose();
  });

  const isExtended = typed !== undefined;
  useReportDirty(isDirty || isExtended, onDirtyChange);
  // The focused field of the form for one photo was unmounted.
  useEffect(() => {
    if (isExtended) setFocus('photos.0.title');
  }, [isExtended, setFocus]);

  const [isEmpty, setEmpty] = useState(false);
  const add = (more: File[]) => {
    if (unmountSignal().aborted) return;
    setEmpty(more.length === 0);
    if (more.length === 0) return;
    append(photoEntries(more, undefined).photos, { shouldFocus: false });
    selection.set((now) => ({ ...now, files: [...files, ...more], typed }));
  };
  const isDragging = useFileDrop(add, { over: document });

  const setUploadAnyway = useCallback(
    (file: File, isForced: boolean) => {
      forcedFiles.set((now) => new Set(isForced ? [...now, file] : [...now].filter((other) => other !== file)));
    },
    [forcedFiles],
  );

  const entries = fields.map((entry, index) => ({ ...entry, index, fault: imageFault(entry.file, limit) }));
  const rows = order === 'file-name' ? sortByFileName(entries) : entries;
  const duplicates = rows.filter(({ file, fault }) => !fault && isDuplicate(checked.get(file)));
  const others = rows.filter(({ file, fault }) => !fault && !isDuplicate(checked.get(file)));
  const count = rows.filter(({ file }) => isIncluded(file, checked)).length;
  // A duplicate of another selected file is not uploaded yet.
  const duplicatesLabel = duplicates.every(({ file }) => checked.get(file)?.photo)
    ? `${formatPhotoCount(duplicates.length)} already uploaded`
    : formatCount(duplicates.length, 'duplicate', 'duplicates');
  const rowProps = ({ index, file, typed: own }: (typeof rows)[number]) => ({
    index,
    file,
    typed: own,
    isTitled: titled.get(file) ?? false,
    error: errors.photos?.[index]?.title?.message,
    register,
    onTitleChange: markTyped,
    onRemove: remove,
  });

  return (
    <form noValidate onSubmit={submit}>
      <DialogBody className={styles.fields}>
        <div className={styles.twoColumns}>
          <GallerySelect {...register('gallery_id', { setValueAs: asNumber })} />
          <SelectField label="Order" {...register('order')}>
            <option value="chosen">As chosen</option>
            <option value="file-name">File name</option>
          </SelectField>
        </div>
        <RefusedFiles files={rows.filter(({ fault }) => fault)} onRemove={remove} />
        <p role="status" className="visually-hidden">
          {isChecking ? 'Checking for duplicates' : duplicates.length > 0 && duplicatesLabel}
        </p>
        {duplicates.length > 0 && (
          <section className={styles.panel} aria-labelledby={headingId}>
            <h3 id={headingId}>{duplicatesLabel}</h3>
            {duplicates.length > 1 && (
              <div className={styles.bulkActions}>
                <Button onClick={() => forcedFiles.set(new Set())}>Skip all</Button>
                <Button onClick={() => forcedFiles.set(new Set(duplicates.map(({ file }) => file)))}>
                  Upload all anyway
                </Button>
              </div>
            )}
            <ul className={styles.rows} aria-label="Duplicates">
              {duplicates.map((row) => (
                <BulkUploadRow
                  key={row.id}
                  {...rowProps(row)}
                  duplicate={checked.get(row.file)}
                  uploadAnyway={forced.has(row.file)}
                  onUploadAnyway={setUploadAnyway}
                />
              ))}
            </ul>
          </section>
        )}
        <ul className={styles.rows} aria-label="Photos to upload">
          {others.map((row) => (
            <BulkUploadRow key={row.id} {...rowProps(row)} />
          ))}
        </ul>
        <div className={isDragging ? `${styles.addFiles} ${styles.dropTarget}` : styles.addFiles}>
          <ChooseButton source="photos" label="Add more photos" onChoose={add} />
          <ChooseButton source="folder" label="Add a folder" onChoose={add} />
          {isEmpty && <InlineFailure>{NO_PHOTOS}</InlineFailure>}
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={count === 0} busy={isSubmitting} busyLabel="Checking...">
          Upload {count === 0 ? 'Photos' : formatCount(count, 'Photo', 'Photos')}
        </Button>
      </DialogActions>
    </form>
  );
}
