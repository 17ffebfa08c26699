import { Button, Icon } from '@portfolio/ui';
import { useId, useState, type DragEvent } from 'react';
import { ACCEPTED_TYPES, IMAGE_HINT, readableSize } from './image-file.ts';
import styles from './image-picker.module.css';
import { useFileImage } from './use-file-image.ts';

export interface ImagePickerProps {
  image: File | undefined;
  /** Why the chosen one will not do. */
  error: string | undefined;
  disabled: boolean;
  /** Given what is chosen or dropped, which may be several, and nothing when the image is removed. */
  onChange: (files: File[]) => void;
}

/** Where an image is chosen or dropped, and then shown with a way to take it back. */
export function ImagePicker({ image, error, disabled, onChange }: ImagePickerProps) {
  const id = useId();
  const [held, setHeld] = useState(false);
  const hold = (event: DragEvent, holding: boolean) => {
    event.preventDefault();
    setHeld(holding);
  };

  const take = (files: File[]) => {
    if (files.length > 0) onChange(files);
  };

  return (
    <div className={styles.picker}>
      <label htmlFor={id} className={styles.label}>
        Image
      </label>
      <input
        id={id}
        type="file"
        multiple
        data-autofocus
        disabled={disabled}
        className={styles.input}
        accept={ACCEPTED_TYPES.join(',')}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // Or the same file could not be chosen again after it was removed.
          target.value = '';
        }}
      />
      {image ? (
        <Preview image={image} disabled={disabled} onRemove={() => onChange([])} />
      ) : (
        <label
          htmlFor={id}
          className={held ? `${styles.zone} ${styles.held}` : styles.zone}
          onDragOver={(event) => hold(event, true)}
          onDragLeave={(event) => hold(event, false)}
          onDrop={(event) => {
            hold(event, false);
            take([...event.dataTransfer.files]);
          }}
        >
          <Icon name="upload" size={24} />
          <span>Choose photos, or drop them here</span>
        </label>
      )}
      <p id={`${id}-hint`} className={styles.hint}>
        {IMAGE_HINT}
      </p>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface PreviewProps {
  image: File;
  disabled: boolean;
  onRemove: () => void;
}

function Preview({ image, disabled, onRemove }: PreviewProps) {
  const show = useFileImage(image);
  return (
    <figure className={styles.preview}>
      <img ref={show} alt={`Preview of ${image.name}`} />
      <figcaption>
        <span>
          {image.name} <small>{readableSize(image.size)}</small>
        </span>
        <Button variant="quiet" icon="close" disabled={disabled} onClick={onRemove}>
          Remove
        </Button>
      </figcaption>
    </figure>
  );
}
