import { Button, Icon } from '@portfolio/ui';
import { useId } from 'react';
import { ACCEPTED_TYPES, imageHint } from '../../../../app/image/image-file.ts';
import { ChooseButton } from './choose-button.tsx';
import { selectedFiles } from '../files/read-files.ts';
import { readableSize } from '../files/describe-file.ts';
import styles from './image-picker.module.css';
import { useFileImage } from '../list/use-file-image.ts';

export interface ImagePickerProps {
  image: File | undefined;
  /** Megabytes that an image may have. */
  limit: number;
  /** Why what was chosen will not do. */
  error: string | undefined;
  disabled: boolean;
  /** Whether files are being held over the dialog. */
  held: boolean;
  /** Given the files that are meant, which may be several, or none. */
  onChoose: (files: File[]) => void;
  onRemove: () => void;
}

/** Where an image is chosen, or a folder of them, and then shown with a way to take it back. */
export function ImagePicker({ image, limit, error, disabled, held, onChoose, onRemove }: ImagePickerProps) {
  const id = useId();
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
        onChange={({ target }) => void selectedFiles(target).then((files) => files && onChoose(files))}
      />
      {image ? (
        <Preview image={image} disabled={disabled} onRemove={onRemove} />
      ) : (
        <label htmlFor={id} className={held ? `${styles.zone} ${styles.held}` : styles.zone}>
          <Icon name="upload" size={24} />
          <span>Choose photos, or drop them here</span>
        </label>
      )}
      <div className={styles.below}>
        <p id={`${id}-hint`} className={styles.hint}>
          {imageHint(limit)}
        </p>
        <ChooseButton what="folder" label="Choose folder" disabled={disabled} onChoose={onChoose} />
      </div>
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
