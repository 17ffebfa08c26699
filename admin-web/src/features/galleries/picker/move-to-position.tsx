import { Button } from '@portfolio/ui';
import { useId, useState, type KeyboardEvent } from 'react';
import styles from './move-to-position.module.css';

export interface MoveToPlaceProps {
  /** Title of the photo. */
  title: string;
  /** Its place from 0, and how many there are. */
  index: number;
  count: number;
  onMove: (to: number) => void;
}

/** Moves a photo to a place by its number: the short way through a long list. */
export function MoveToPlace({ title, index, count, onMove }: MoveToPlaceProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const move = () => {
    const place = Math.round(Number(typed));
    setTyped(null);
    if (place > 0) onMove(Math.min(count, place) - 1);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // It is not meant for the form around.
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
        className={styles.place}
        type="number"
        min={1}
        max={count}
        value={typed ?? index + 1}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
      />
      <span className={styles.count}>of {count}</span>
      <Button onClick={move}>Move</Button>
    </div>
  );
}
