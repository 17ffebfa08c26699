import { Button, Icon } from '@portfolio/ui';
import { useCallback, useId, useRef } from 'react';
import { ACCEPTED_TYPES, imageHint } from '../../../../app/image/image-file.ts';
import { formatFileSize } from '../../../../app/format-number.ts';
import { readFileInput } from '../files/read-files.ts';
import { ChooseButton } from './choose-button.tsx';
import styles from './image-picker.module.css';

export interface ImagePickerProps {
  image: File | undefined;
  /** Megabytes. */
  limit: number;
  error: string | undefined;
  disabled: boolean;
  /** Whether files are being dragged over the page. */
  isDragging: boolean;
  /** Gets the files without those of the system: none, one or several. */
  onChoose: (files: File[]) => void;
  onRemove: () => void;
}

/** File input for images or a folder, with a preview of the selected image. */
export function ImagePicker({ image, limit, error, disabled, isDragging, onChoose, onRemove }: ImagePickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const remove = () => {
    // The pressed button disappears.
    input.current?.focus();
    onRemove();
  };
  return (
    <div className={styles.picker}>
      <label htmlFor={id} className={styles.label}>
        Image
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        data-autofocus
        disabled={disabled}
        className={styles.input}
        accept={ACCEPTED_TYPES.join(',')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={({ target }) => void readFileInput(target).then((files) => files && onChoose(files))}
      />
      {image ? (
        <Preview image={image} disabled={disabled} onRemove={remove} />
      ) : (
        <label htmlFor={id} className={isDragging ? `${styles.zone} ${styles.dropTarget}` : styles.zone}>
          <Icon name="upload" size={24} />
          <span>Choose photos, or drop them here</span>
        </label>
      )}
      <div className={styles.below}>
        <p id={`${id}-hint`} className={styles.hint}>
          {imageHint(limit)}
        </p>
        <ChooseButton source="folder" label="Choose folder" disabled={disabled} onChoose={onChoose} />
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function Preview({ image, disabled, onRemove }: { image: File; disabled: boolean; onRemove: () => void }) {
  const show = useCallback(
    (element: HTMLImageElement | null) => {
      if (!element) return;
      const url = URL.createObjectURL(image);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [image],
  );
  return (
    <figure className={styles.preview}>
      <img ref={show} alt={`Preview of ${image.name}`} />
      <figcaption>
        <span>
          <bdi>{image.name}</bdi> <small>{formatFileSize(image.size)}</small>
        </span>
        <Button variant="quiet" icon="close" disabled={disabled} onClick={onRemove}>
          Remove
        </Button>
      </figcaption>
    </figure>
  );
}
