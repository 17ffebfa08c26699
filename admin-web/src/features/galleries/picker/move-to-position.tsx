import { Button } from '@portfolio/ui';
import { useId, useState, type KeyboardEvent } from 'react';
import styles from './move-to-position.module.css';

export interface MoveToPositionProps {
  /** Title of the photo. */
  title: string;
  /** From 0. */
  index: number;
  count: number;
  onMove: (to: number) => void;
}

/** Moves a photo to a position by its number. */
export function MoveToPosition({ title, index, count, onMove }: MoveToPositionProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const move = () => {
    const position = Math.round(Number(typed));
    setTyped(null);
    if (position > 0) onMove(Math.min(count, position) - 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter does not submit the form.
    event.preventDefault();
    move();
  };
  return (
    <div className={styles.line}>
      <label htmlFor={id} className={styles.label}>
        Move <b>{title}</b> to position
      </label>
      <input
        id={id}
        className={styles.position}
        type="number"
        min={1}
        max={count}
        value={typed ?? index + 1}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <span>of {count}</span>
      <Button onClick={move}>Move</Button>
    </div>
  );
}
