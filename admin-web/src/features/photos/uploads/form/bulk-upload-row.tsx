import type { UploadPhoto } from '@portfolio/contracts';
import { Checkbox, IconButton, TextField } from '@portfolio/ui';
import { memo } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { formatFileSize } from '../files/describe-file.ts';
import type { CheckedFile } from '../files/duplicate-check.ts';
import { FileThumbnail } from '../files/file-thumbnail.tsx';
import type { BulkPhotos, PhotoEntry } from './bulk-upload-entry.ts';
import { DuplicatePhoto } from './duplicate-photo.tsx';
import styles from './upload-form.module.css';

export interface PhotoRowProps {
  index: number;
  file: File;
  typed: PhotoEntry['typed'];
  error: string | undefined;
  register: UseFormRegister<BulkPhotos>;
  onRemove: (index: number) => void;
  /** Set for a duplicate. */
  duplicate?: CheckedFile | undefined;
  uploadAnyway?: boolean;
  onUploadAnyway?: (file: File, uploadAnyway: boolean) => void;
}

/** One of several photos. Memoized: typing in one row renders no other. */
export const PhotoRow = memo(function PhotoRow(props: PhotoRowProps) {
  const { index, file, typed, error, register, onRemove, duplicate, uploadAnyway = true, onUploadAnyway } = props;
  const size = formatFileSize(file.size);
  return (
    <li className={styles.file} aria-label={file.name}>
      <FileThumbnail file={file} />
      <div className={styles.title}>
        {uploadAnyway ? (
          <TextField
            label={`Title of ${file.name}`}
            hint={typed && hasDetails(typed) ? `${size}, with the details typed before` : size}
            error={error}
            {...register(`photos.${index}.title`)}
          />
        ) : (
          <p>{file.name}</p>
        )}
        {duplicate && (
          <>
            <DuplicatePhoto file={duplicate} />
            <Checkbox
              label="Upload anyway"
              aria-label={`Upload ${file.name} anyway`}
              checked={uploadAnyway}
              onChange={({ target }) => onUploadAnyway?.(file, target.checked)}
            />
          </>
        )}
      </div>
      <IconButton label={`Remove ${file.name}`} icon="close" onClick={() => onRemove(index)} />
    </li>
  );
});

/** Whether any field beside title and gallery is filled. */
const hasDetails = ({ description, alt_text, selling_price, is_for_sale }: Partial<UploadPhoto>) =>
  Boolean(description || alt_text || is_for_sale) || selling_price !== undefined;

export interface RefusedFilesProps {
  files: { id: string; index: number; file: File; fault: string | undefined }[];
  onRemove: (index: number) => void;
}

/** Invalid files with their errors. A long list is collapsed: a folder may contain much else than photos. */
export function RefusedFiles({ files, onRemove }: RefusedFilesProps) {
  if (files.length === 0) return null;
  return (
    <details className={styles.group} open={files.length <= 5}>
      <summary>
        {files.length === 1 ? 'One file cannot be uploaded' : `${files.length} files cannot be uploaded`}
      </summary>
      <ul className={styles.files} aria-label="Files that cannot be uploaded">
        {files.map(({ id, index, file, fault }) => (
          <li key={id} className={styles.refused}>
            <p>
              {file.name} <span className={styles.reason}>{fault}</span>
            </p>
            <IconButton label={`Remove ${file.name}`} icon="close" onClick={() => onRemove(index)} />
          </li>
        ))}
      </ul>
    </details>
  );
}
