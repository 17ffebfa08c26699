import type { InterludeView } from '@portfolio/contracts';
import { Button, TextArea } from '@portfolio/ui';
import styles from './selected-photos.module.css';

interface InterludeBarProps {
  /** Title of the current photo, or of the current text or pause. */
  title: string;
  /** Inserts a text or a pause after the current one. */
  onInsert: (text: string | null) => void;
}

/** Inserts texts and pauses into the order. */
export function InterludeBar({ title, onInsert }: InterludeBarProps) {
  const after = <span className="visually-hidden"> after {title}</span>;
  return (
    <div className={styles.line}>
      <Button onClick={() => onInsert('')}>Add text{after}</Button>
      <Button onClick={() => onInsert(null)}>Add pause{after}</Button>
      {/* The names of the buttons include it. */}
      <span className={styles.label} aria-hidden="true">
        after <b dir="auto">{title}</b>
      </span>
    </div>
  );
}

interface InterludeEditorProps {
  interlude: InterludeView;
  /** A new text gets the focus. */
  isNew: boolean;
  /** Photos on both sides: visitors see it. */
  isBetween: boolean;
  onText: (text: string) => void;
}

/** Field for the current text, or a note about the current pause. */
export function InterludeEditor({ interlude: { text }, isNew, isBetween, onText }: InterludeEditorProps) {
  const hint = isBetween ? undefined : 'Visitors see it between two photos only';
  if (text === null) return <p className={styles.line}>{hint ?? 'A pause is white space between two photos'}</p>;
  return (
    <TextArea
      label="Text between photos"
      autoFocus={isNew}
      value={text}
      hint={hint}
      onChange={({ target }) => onText(target.value)}
    />
  );
}

/** Name of a text or pause in its list. @example "Text “The second winter”" */
export const interludeTitle = ({ text }: InterludeView): string =>
  text === null ? 'Pause' : `Text “${[...text].slice(0, 40).join('')}”`;
