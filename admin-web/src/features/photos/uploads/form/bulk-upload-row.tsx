import type { UploadPhoto } from '@portfolio/contracts';
import { Checkbox, IconButton, InlineFailure, TextField } from '@portfolio/ui';
import { memo, useCallback, useEffect, useRef, type MouseEvent } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import { formatFileSize } from '../../../../app/format-number.ts';
import type { CheckedFile } from '../files/duplicate-check.ts';
import type { BulkPhotos, PhotoEntry } from './bulk-upload-entry.ts';
import { FileThumbnail } from './file-thumbnail.tsx';
import styles from './upload-form.module.css';

interface BulkUploadRowProps {
  index: number;
  file: File;
  typed: PhotoEntry['typed'];
  /** Whether the title is that of the file's metadata. */
  isTitled: boolean;
  error: string | undefined;
  register: UseFormRegister<BulkPhotos>;
  onTitleChange: (file: File) => void;
  onRemove: (index: number) => void;
  /** Set for a duplicate. */
  duplicate?: CheckedFile | undefined;
  uploadAnyway?: boolean;
  onUploadAnyway?: (file: File, uploadAnyway: boolean) => void;
}

/** Files whose row had the focus as it was unmounted. */
const focused = new WeakSet<File>();

/** Row of the bulk upload form. Memoized: typing in one row renders no other. */
export const BulkUploadRow = memo(function BulkUploadRow(props: BulkUploadRowProps) {
  const { index, file, typed, isTitled, error, register, onTitleChange, onRemove } = props;
  const { duplicate, uploadAnyway = true, onUploadAnyway } = props;
  const details = [
    formatFileSize(file.size),
    isTitled && 'title from the file',
    typed && hasDetails(typed) && 'with the details typed before',
  ];
  // A row that turns out to be a duplicate is mounted again in the other list. A focused checkbox would take typed spaces.
  const keepFocus = useCallback(
    (row: HTMLElement | null) => {
      if (focused.delete(file)) row?.focus();
      return () => void (row?.contains(document.activeElement) && focused.add(file));
    },
    [file],
  );
  return (
    <li ref={keepFocus} tabIndex={-1} className={styles.row} aria-label={file.name}>
      <FileThumbnail file={file} />
      <div className={styles.rowBody}>
        {uploadAnyway ? (
          <TextField
            label={`Title of ${file.name}`}
            hint={details.filter(Boolean).join(', ')}
            error={error}
            {...register(`photos.${index}.title`, { onChange: () => onTitleChange(file) })}
          />
        ) : (
          <p dir="auto">{file.name}</p>
        )}
        {duplicate && (
          <>
            <DuplicatePhoto file={duplicate} />
            <Checkbox
              label="Upload anyway"
              aria-label={`Upload anyway: ${file.name}`}
              checked={uploadAnyway}
              onChange={({ target }) => onUploadAnyway?.(file, target.checked)}
            />
          </>
        )}
      </div>
      <RemoveButton file={file} onRemove={() => onRemove(index)} />
    </li>
  );
});

/** Removes a row. The focus moves to the same button of a neighbour, or to the dialog. */
function RemoveButton({ file, onRemove }: { file: File; onRemove: () => void }) {
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const row = currentTarget.closest('li');
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    (neighbour?.querySelector<HTMLElement>(':scope > button') ?? row?.closest('dialog'))?.focus();
    onRemove();
  };
  return <IconButton label={`Remove ${file.name}`} icon="close" onClick={onClick} />;
}

/** Whether any field beside title and gallery is filled. */
const hasDetails = ({ description, alt_text, selling_price, is_for_sale }: Partial<UploadPhoto>) =>
  Boolean(description || alt_text || is_for_sale) || selling_price !== undefined;

interface RefusedFilesProps {
  files: { id: string; index: number; file: File; fault: string | undefined }[];
  onRemove: (index: number) => void;
}

/** Invalid files with their errors. A long list is collapsed: a folder may contain much else than photos. */
export function RefusedFiles({ files, onRemove }: RefusedFilesProps) {
  if (files.length === 0) return null;
  return (
    <details className={styles.panel} open={files.length <= 5}>
      <summary>
        {files.length === 1 ? 'One file cannot be uploaded' : `${files.length} files cannot be uploaded`}
      </summary>
      <ul className={styles.rows} aria-label="Files that cannot be uploaded">
        {files.map(({ id, index, file, fault }) => (
          <li key={id} className={styles.rejectedFile}>
            <p>
              <bdi>{file.name}</bdi> <span className={styles.error}>{fault}</span>
            </p>
            <RemoveButton file={file} onRemove={() => onRemove(index)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The uploaded photo, or the selected file, with the same content as a file. */
function DuplicatePhoto({ file: { photo, sameFile } }: { file: CheckedFile }) {
  const { api } = useAdmin();
  if (!photo) {
    return (
      <p className={styles.duplicate}>
        <span>
          The same file as <bdi>{sameFile?.name}</bdi>
        </span>
      </p>
    );
  }
  return (
    <p className={styles.duplicate}>
      {photo.small_thumbnail_url && <img src={api.fileAddress(photo.small_thumbnail_url)} alt="" loading="lazy" />}
      <span>
        Already uploaded as <strong dir="auto">{photo.title}</strong>
      </span>
    </p>
  );
}

interface DuplicateQuestionProps {
  file: CheckedFile;
  uploadAnyway: boolean;
  /** How often the form was submitted without an answer. */
  timesRequired: number;
  onChange: (uploadAnyway: boolean) => void;
}

/** Checkbox to upload a duplicate. Takes the focus whenever it is required. */
export function DuplicateQuestion({ file, uploadAnyway, timesRequired, onChange }: DuplicateQuestionProps) {
  const checkbox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (timesRequired > 0) checkbox.current?.focus();
  }, [timesRequired]);
  return (
    <div className={styles.duplicateQuestion}>
      <DuplicatePhoto file={file} />
      <Checkbox
        ref={checkbox}
        label="Upload anyway"
        checked={uploadAnyway}
        onChange={({ target }) => onChange(target.checked)}
      />
      {timesRequired > 0 && <InlineFailure>Choose “Upload anyway” to upload a duplicate</InlineFailure>}
    </div>
  );
}
