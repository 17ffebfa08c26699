import { Button, FieldFrame, Icon } from '@portfolio/ui';
import { useCallback, useRef } from 'react';
import { ACCEPTED_TYPES, imageHint } from '../../../../app/image/image-file.ts';
import { formatFileSize } from '../../../../app/format-number.ts';
import { readFileInput } from '../files/read-files.ts';
import { ChooseButton } from './choose-button.tsx';
import styles from './upload-form.module.css';

interface ImagePickerProps {
  image: File | undefined;
  /** Megabytes. */
  limit: number;
  error: string | undefined;
  disabled: boolean;
  isDragging: boolean;
  /** Gets the files without those of the system: none, one or several. */
  onChoose: (files: File[]) => void;
  onRemove: () => void;
}

/** File input for images or a folder, with a preview of the selected image. */
export function ImagePicker({ image, limit, error, disabled, isDragging, onChoose, onRemove }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const remove = () => {
    // The pressed button disappears.
    input.current?.focus();
    onRemove();
  };
  return (
    <div className={styles.picker}>
      <FieldFrame label="Image" hint={imageHint(limit)} error={error}>
        {(wiring) => (
          <>
            <input
              ref={input}
              type="file"
              multiple
              data-autofocus
              disabled={disabled}
              className={styles.input}
              accept={ACCEPTED_TYPES.join(',')}
              onChange={({ target }) => void readFileInput(target).then((files) => files && onChoose(files))}
              {...wiring}
            />
            {image ? (
              <Preview image={image} disabled={disabled} onRemove={remove} />
            ) : (
              <label htmlFor={wiring.id} className={isDragging ? `${styles.zone} ${styles.dropTarget}` : styles.zone}>
                <Icon name="upload" size={24} />
                <span>Choose photos, or drop them here</span>
              </label>
            )}
          </>
        )}
      </FieldFrame>
      <ChooseButton source="folder" label="Choose folder" disabled={disabled} onChoose={onChoose} />
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
