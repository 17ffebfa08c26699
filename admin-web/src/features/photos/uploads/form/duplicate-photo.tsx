import { Checkbox } from '@portfolio/ui';
import { useEffect, useRef } from 'react';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import type { CheckedFile } from '../files/duplicate-check.ts';
import styles from './upload-form.module.css';

/** The uploaded photo, or the selected file, with the same content as a file. */
export function DuplicatePhoto({ file: { photo, sameFile } }: { file: CheckedFile }) {
  const { api } = useAdmin();
  if (!photo) return <p className={styles.duplicate}>The same file as {sameFile?.name}</p>;
  return (
    <p className={styles.duplicate}>
      {photo.small_thumbnail_url && <img src={api.fileAddress(photo.small_thumbnail_url)} alt="" loading="lazy" />}
      <span>
        Already uploaded as <strong dir="auto">{photo.title}</strong>
      </span>
    </p>
  );
}

export interface DuplicateQuestionProps {
  file: CheckedFile;
  uploadAnyway: boolean;
  /** Whether the form was submitted without an answer. */
  isRequired: boolean;
  onChange: (uploadAnyway: boolean) => void;
}

/** Checkbox to upload a duplicate. Takes the focus when it is required. */
export function DuplicateQuestion({ file, uploadAnyway, isRequired, onChange }: DuplicateQuestionProps) {
  const checkbox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isRequired) checkbox.current?.focus();
  }, [isRequired]);
  return (
    <div className={styles.question}>
      <DuplicatePhoto file={file} />
      <Checkbox
        ref={checkbox}
        label="Upload anyway"
        checked={uploadAnyway}
        onChange={({ target }) => onChange(target.checked)}
      />
      {isRequired && (
        <p role="alert" className={styles.reason}>
          Choose “Upload anyway” to upload a duplicate
        </p>
      )}
    </div>
  );
}
