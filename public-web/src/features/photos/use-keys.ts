import { useEffect, useEffectEvent } from 'react';

const FIELDS = 'input, textarea, select, [contenteditable]';

/** Keyboard shortcuts, except in fields. A handler that returns false leaves the key to the browser. */
export function useKeys(keys: Readonly<Record<string, () => unknown>>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // Shift and an arrow select text.
    if (event.shiftKey && key.startsWith('Arrow')) return;
    if (target instanceof Element && target.closest(FIELDS)) return;
    if (Object.hasOwn(keys, key) && keys[key]?.() !== false) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
