import { createStore } from '@portfolio/ui';
import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

/** Action of a key or a sequence of keys. */
interface Shortcut {
  /** As tinykeys writes them: `n`, `g d`. */
  keys: string;
  /** Text in the list of shortcuts. */
  label: string;
  /** Repeats while the key is down: for moves that change no data. */
  repeats?: boolean;
  run: () => void;
}

/** Shortcuts of the mounted components. */
export const shortcutGroups = createStore<readonly { title: string; shortcuts: Shortcut[] }[]>([]);

const KEY = 'shortcuts';

export const areShortcutsEnabled = (): boolean => localStorage.getItem(KEY) !== 'off';

export function setShortcutsEnabled(isEnabled: boolean): void {
  if (isEnabled) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}

/** Types of inputs without text. */
const TEXTLESS = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];
/** Elements that use letters; a select field chooses options by them. */
const WRITABLE = `input:not(${TEXTLESS.map((type) => `[type=${type}]`).join()}), textarea, select, [contenteditable]`;

/** Whether the key belongs to a field that uses letters, or any dialog is open. */
export function shouldIgnoreShortcut({ target }: KeyboardEvent): boolean {
  const isWriting = target instanceof HTMLElement && target.matches(WRITABLE);
  return isWriting || document.querySelector('dialog[open]') !== null;
}

/**
 * Registers shortcuts while the component is mounted.
 *
 * @param title of the group in the list of shortcuts
 */
export function useShortcuts(title: string, shortcuts: Shortcut[]): void {
  const latest = useEffectEvent(() => shortcuts);
  const names = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join();

  useEffect(() => {
    const group = { title, shortcuts: latest() };
    const bindings = group.shortcuts.flatMap(({ keys }, index) => {
      const press = (event: KeyboardEvent) => {
        const shortcut = latest()[index];
        if (!shortcut || !areShortcutsEnabled() || shouldIgnoreShortcut(event)) return;
        event.preventDefault();
        if (!event.repeat || shortcut.repeats) shortcut.run();
      };
      // Some keyboards type these with Shift, and tinykeys matches modifiers exactly.
      const variants = ['/', '?'].includes(keys) ? [keys, `Shift+${keys}`] : [keys];
      return variants.map((variant) => [variant, press] as const);
    });
    const unbind = tinykeys(window, Object.fromEntries(bindings));
    shortcutGroups.set((groups) => [...groups, group]);
    return () => {
      unbind();
      shortcutGroups.set((groups) => groups.filter((other) => other !== group));
    };
  }, [title, names]);
}
