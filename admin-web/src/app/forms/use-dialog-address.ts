import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Which dialog of a page is open, as its address says it: `?new`, or `?edit=3`. So other pages lead straight to a dialog, it is
 * open again after a sign-in in between, and the browser's way back closes it. One that has been closed is not met on that way.
 *
 * @returns what stands behind the name, null while the dialog is closed; and a function that opens it with a value or closes it
 */
export function useDialogAddress(name: 'new' | 'edit'): [value: string | null, open: (value: string | null) => void] {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const value = new URLSearchParams(search).get(name);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = value !== null;
  }, [value]);

  const open = async (next: string | null) => {
    const wasOpen = isOpen.current;
    isOpen.current = next !== null;
    if (!wasOpen && next === null) return;
    const after = new URLSearchParams(search);
    if (next === null) after.delete(name);
    else after.set(name, next);
    // Whether the page without it is one step back. An address that came from elsewhere knows nothing of that.
    const isOver: unknown = wasOpen ? state?.isOver : true;
    const options = { replace: wasOpen, state: next === null ? null : { isOver }, preventScrollReset: true };
    await navigate({ search: after.toString() }, options);
    if (next === null && isOver) await navigate(-1);
  };
  return [value, (next) => void open(next)];
}
