import { Icon } from '@portfolio/ui';
import { useId, useState, type DragEvent } from 'react';
import { ACCEPTED_TYPES, withTypes } from '../../app/image/image-file.ts';
import styles from './image-input.module.css';

export interface ImageInputProps {
  label: string;
  hint: string;
  /** Large drop zone instead of a button. */
  isZone: boolean;
  onChoose: (file: File) => void;
}

/** File input for one image, with drop. */
export function ImageInput({ label, hint, isZone, onChoose }: ImageInputProps) {
  const id = useId();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setDraggedOver(isOver);
  };
  const choose = (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, 1);
    void withTypes(chosen).then(([file]) => file && onChoose(file));
  };

  return (
    <div className={isZone ? styles.zoneFrame : styles.beside}>
      <input
        id={id}
        type="file"
        className={styles.input}
        accept={ACCEPTED_TYPES.join(',')}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          choose(target.files);
          // Lets the same file be chosen again.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={`${isZone ? styles.zone : styles.button} ${isDraggedOver ? styles.draggedOver : ''}`}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          choose(event.dataTransfer.files);
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
