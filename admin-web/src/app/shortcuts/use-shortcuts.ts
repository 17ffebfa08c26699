import { createContext, use, useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { ShortcutBoard, type Shortcut } from './shortcut-board.ts';

export const ShortcutBoardContext = createContext(new ShortcutBoard());

/** Types of inputs without text. */
const TEXTLESS = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];
/** Elements that use letters; a select field chooses options by them. */
const WRITABLE = `input:not(${TEXTLESS.map((type) => `[type=${type}]`).join()}), textarea, select, [contenteditable]`;

/** Whether a key belongs to a text field or an open dialog. */
export function isTakenByInput({ target }: KeyboardEvent): boolean {
  const isWriting = target instanceof HTMLElement && target.matches(WRITABLE);
  return isWriting || document.querySelector('dialog[open]') !== null;
}

/**
 * Registers shortcuts while the component is mounted.
 *
 * @param title of the group in the list of shortcuts
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
        if (!board.areOn() || isTakenByInput(event)) return;
        event.preventDefault();
        if (!event.repeat || latest.current[index]?.repeats) run();
      };
      // Some keyboards type `/` with Shift.
      return keys === '/' ? [[keys, press] as const, [`Shift+${keys}`, press] as const] : [[keys, press] as const];
    });
    const unbind = tinykeys(window, Object.fromEntries(bindings));
    const remove = board.add({ title, shortcuts: group });
    return () => {
      unbind();
      remove();
    };
  }, [board, title, names]);
}
