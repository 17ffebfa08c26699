import { createContext, use, useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { ShortcutBoard, type Shortcut } from './shortcut-board.ts';

export const ShortcutBoardContext = createContext(new ShortcutBoard());

/** Inputs without text, to which letters mean nothing. */
const TEXTLESS = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];
/** A list of options takes letters too: they choose. */
const WRITABLE = `input:not(${TEXTLESS.map((type) => `[type=${type}]`).join()}), textarea, select, [contenteditable]`;

/** Keys pressed while somebody writes, or while a dialog is open, are meant for these. */
export function isElsewhere({ target }: KeyboardEvent): boolean {
  const isWriting = target instanceof HTMLElement && target.matches(WRITABLE);
  return isWriting || document.querySelector('dialog[open]') !== null;
}

/**
 * Keys that do something as long as the component is there. They are listed under `?`, and can be turned off.
 *
 * @param title of the group in the list
 */
export function useShortcuts(title: string, shortcuts: Shortcut[]): void {
  const board = use(ShortcutBoardContext);
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const names = shortcuts.map(({ keys, label }) => `${keys}\t${label}`).join('\n');

  useEffect(() => {
    const group = names.split('\n').map((name, index) => {
      const [keys = '', label = ''] = name.split('\t');
      return { keys, label, run: () => latest.current[index]?.run() };
    });
    const bindings = group.flatMap(({ keys, run }, index) => {
      const press = (event: KeyboardEvent) => {
        if (!board.areOn() || isElsewhere(event)) return;
        event.preventDefault();
        if (!event.repeat || latest.current[index]?.repeats) run();
      };
      // On some keyboards a sign is typed with Shift.
      return keys === '/' ? [[keys, press] as const, [`Shift+${keys}`, press] as const] : [[keys, press] as const];
    });
    const unbind = tinykeys(window, Object.fromEntries(bindings));
    const takeAway = board.add({ title, shortcuts: group });
    return () => {
      unbind();
      takeAway();
    };
  }, [board, title, names]);
}
