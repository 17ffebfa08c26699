import { IconButton } from '@portfolio/ui';
import styles from './upload-form.module.css';

export interface RefusedFilesProps {
  files: { id: string; index: number; file: File; fault: string | undefined }[];
  onRemove: (index: number) => void;
}

/** Files that cannot go, each with its reason. Of many the list is folded: a folder may hold as much else as photos. */
export function RefusedFiles({ files, onRemove }: RefusedFilesProps) {
  if (files.length === 0) return null;
  const said = files.length === 1 ? 'One file cannot be uploaded' : `${files.length} files cannot be uploaded`;
  return (
    <details className={styles.group} open={files.length <= 5}>
      <summary>{said}</summary>
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
