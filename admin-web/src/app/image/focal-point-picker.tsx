import type { PictureView } from '@portfolio/contracts';
import { Button, focalPointStyle } from '@portfolio/ui';
import { useId, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { passFocus } from '../components/pass-focus.ts';
import styles from './focal-point-picker.module.css';

/** Fractions of the picture's width and height. */
export type FocalPoint = Pick<PictureView, 'focus_x' | 'focus_y'>;

interface FocalPointPickerProps {
  value: FocalPoint;
  onChange: (value: FocalPoint) => void;
  /** Address of a small rendition for the examples of crops. */
  source: string;
  /** The uncropped picture. */
  children: ReactNode;
}

/** Arrow keys move the point by this fraction, with Shift by the larger one. */
const STEP = 0.01;
const LARGE_STEP = 0.1;
const MOVES: Partial<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const toFraction = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;
const percent = (fraction: number) => `${Math.round(fraction * 100)}%`;

const describeFocalPoint = ({ focus_x, focus_y }: FocalPoint) =>
  `${percent(focus_x)} from the left, ${percent(focus_y)} from the top`;

/** Touches and pens may scroll, which ends in `pointercancel`: they set the point only at their end. */
const mayScroll = ({ pointerType }: PointerEvent) => pointerType === 'touch' || pointerType === 'pen';

/** Focal point of a picture: by a click or a drag on it, or by arrow keys. */
export function FocalPointPicker({ value, onChange, source, children }: FocalPointPickerProps) {
  const hint = useId();
  const set = (x: number, y: number) => onChange({ focus_x: toFraction(x), focus_y: toFraction(y) });
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (!mayScroll(event)) setTo(event);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    // A drag that began elsewhere, such as a selection of text, may cross the picture.
    if (!mayScroll(event) && event.currentTarget.hasPointerCapture(event.pointerId)) setTo(event);
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (mayScroll(event) && event.currentTarget.hasPointerCapture(event.pointerId)) setTo(event);
  };
  const setTo = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    set((event.clientX - left) / width, (event.clientY - top) / height);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    // With other modifiers an arrow key belongs to the browser, such as Alt+ArrowLeft for Back.
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    set(value.focus_x + move[0] * step, value.focus_y + move[1] * step);
  };
  const isCentred = value.focus_x === 0.5 && value.focus_y === 0.5;
  return (
    <div className={styles.picker}>
      <div
        className={styles.area}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
      >
        {children}
        <button
          ref={passFocus}
          type="button"
          className={styles.point}
          style={{ insetInlineStart: percent(value.focus_x), insetBlockStart: percent(value.focus_y) }}
          aria-label="Focal point"
          aria-describedby={hint}
          onKeyDown={onKeyDown}
        />
      </div>
      <p id={hint} className={styles.hint}>
        Where the photo is cropped, this point stays in view. Click on the picture, or use the arrow keys.
      </p>
      <div className={styles.state}>
        <p aria-live="polite">{describeFocalPoint(value)}</p>
        <Button ref={passFocus} variant="quiet" aria-disabled={isCentred} onClick={() => set(0.5, 0.5)}>
          Centre
        </Button>
      </div>
      <div className={styles.examples} aria-hidden="true">
        {[styles.wide, styles.square, styles.tall].map((shape) => (
          <img key={shape} src={source} alt="" className={shape} style={focalPointStyle(value)} draggable={false} />
        ))}
      </div>
    </div>
  );
}
