import { Icon } from '@portfolio/ui';
import { useId, useState, type DragEvent } from 'react';
import { ACCEPTED_TYPES, withTypes } from '../../../app/image/image-file.ts';
import styles from './image-input.module.css';

export interface ImageInputProps {
  label: string;
  hint: string;
  /** As large as what is to come, or a button beside others. */
  isZone: boolean;
  onChoose: (file: File) => void;
}

/** Where an image is chosen, or dropped. */
export function ImageInput({ label, hint, isZone, onChoose }: ImageInputProps) {
  const id = useId();
  const [isHeld, setHeld] = useState(false);
  const hold = (event: DragEvent, holding: boolean) => {
    event.preventDefault();
    setHeld(holding);
  };
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, 1);
    void withTypes(chosen).then(([file]) => file && onChoose(file));
  };

  return (
    <div className={isZone ? styles.place : styles.beside}>
      <input
        id={id}
        type="file"
        className={styles.input}
        accept={ACCEPTED_TYPES.join(',')}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          take(target.files);
          // Or the same file could not be chosen again.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={`${isZone ? styles.zone : styles.button} ${isHeld ? styles.held : ''}`}
        onDragEnter={(event) => hold(event, true)}
        onDragOver={(event) => hold(event, true)}
        onDragLeave={(event) => hold(event, false)}
        onDrop={(event) => {
          hold(event, false);
          take(event.dataTransfer.files);
        }}
      >
        <Icon name="upload" size={isZone ? 24 : 18} />
        {label}
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
