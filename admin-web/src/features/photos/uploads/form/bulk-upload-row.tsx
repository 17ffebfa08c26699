import type { UploadPhoto } from '@portfolio/contracts';
import { Checkbox, IconButton, TextField } from '@portfolio/ui';
import { memo } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import type { Finding } from '../files/duplicate-check.ts';
import { FileThumbnail } from '../files/file-thumbnail.tsx';
import { readableSize } from '../files/describe-file.ts';
import { KnownPhoto } from './duplicate-photo.tsx';
import type { PhotoEntry, BulkPhotos } from './bulk-upload-entry.ts';
import styles from './upload-form.module.css';

export interface PhotoRowProps {
  index: number;
  file: File;
  typed: PhotoEntry['typed'];
  error: string | undefined;
  register: UseFormRegister<BulkPhotos>;
  onRemove: (index: number) => void;
  /** What is known of a file that is there already. */
  double?: Finding | undefined;
  /** Whether it is to go all the same. */
  goesAgain?: boolean;
  onGoesAgain?: (file: File, goes: boolean) => void;
}

/** One of several photos: its picture and its title. Typing in one leaves the others alone. */
export const PhotoRow = memo(function PhotoRow({
  index,
  file,
  typed,
  error,
  register,
  onRemove,
  ...again
}: PhotoRowProps) {
  const { double, goesAgain = true, onGoesAgain } = again;
  return (
    <li className={styles.file} aria-label={file.name}>
      <FileThumbnail file={file} />
      <div className={styles.words}>
        {goesAgain ? (
          <TextField
            label={`Title of ${file.name}`}
            hint={
              typed && hasMore(typed)
                ? `${readableSize(file.size)}, with the details typed before`
                : readableSize(file.size)
            }
            error={error}
            {...register(`photos.${index}.title`)}
          />
        ) : (
          <p>{file.name}</p>
        )}
        {double && (
          <>
            <KnownPhoto finding={double} />
            <Checkbox
              label="Upload anyway"
              aria-label={`Upload ${file.name} anyway`}
              checked={goesAgain}
              onChange={({ target }) => onGoesAgain?.(file, target.checked)}
            />
          </>
        )}
      </div>
      <IconButton label={`Remove ${file.name}`} icon="close" onClick={() => onRemove(index)} />
    </li>
  );
});

/** Whether something was typed beside the title and the gallery. */
const hasMore = ({ description, alt_text, selling_price, is_for_sale }: Partial<UploadPhoto>) =>
  Boolean(description || alt_text || is_for_sale) || selling_price !== undefined;
