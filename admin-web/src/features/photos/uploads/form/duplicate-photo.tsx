import { Checkbox } from '@portfolio/ui';
import { useEffect, useRef } from 'react';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import type { Finding } from '../files/duplicate-check.ts';
import styles from './upload-form.module.css';

/** Whether a file is there already, or twice among those that are chosen. */
export const isDouble = (finding: Finding | undefined): boolean => Boolean(finding?.photo ?? finding?.twin);

/** The photo that a file is already, or the file that it is the same as. */
export function KnownPhoto({ finding: { photo, twin } }: { finding: Finding }) {
  const { api } = useAdmin();
  if (!photo) return <p className={styles.known}>The same file as {twin?.name}</p>;
  return (
    <p className={styles.known}>
      {photo.small_thumbnail_url && <img src={api.fileAddress(photo.small_thumbnail_url)} alt="" loading="lazy" />}
      <span>
        Already uploaded as <strong dir="auto">{photo.title}</strong>
      </span>
    </p>
  );
}

export interface KnownQuestionProps {
  finding: Finding;
  /** Whether the file is to go all the same. */
  goesAgain: boolean;
  /** Somebody has tried to upload it without saying so. */
  isAsked: boolean;
  onAnswer: (goesAgain: boolean) => void;
}

/** Asks whether a file that is there already is to be there twice. */
export function KnownQuestion({ finding, goesAgain, isAsked, onAnswer }: KnownQuestionProps) {
  const choice = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAsked) choice.current?.focus();
  }, [isAsked]);
  return (
    <div className={styles.question}>
      <KnownPhoto finding={finding} />
      <Checkbox
        ref={choice}
        label="Upload anyway"
        checked={goesAgain}
        onChange={({ target }) => onAnswer(target.checked)}
      />
      {isAsked && (
        <p role="alert" className={styles.reason}>
          Choose “Upload anyway” to upload a duplicate
        </p>
      )}
    </div>
  );
}
