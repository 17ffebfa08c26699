import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Open dialog of a page as a search parameter: `?new`, `?edit=3`. Other pages link to it, a sign-in returns to it, and Back
 * closes it. Once it is closed, Back does not reopen it.
 *
 * @returns value of the parameter, null while the dialog is closed; and its setter
 */
export function useDialogAddress(
  name: 'new' | 'edit',
): [value: string | null, setValue: (value: string | null) => void] {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const value = new URLSearchParams(search).get(name);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = value !== null;
  }, [value]);

  const setValue = async (next: string | null) => {
    const wasOpen = isOpen.current;
    isOpen.current = next !== null;
    if (!wasOpen && next === null) return;
    const after = new URLSearchParams(search);
    if (next === null) after.delete(name);
    else after.set(name, next);
    // True if this hook opened the dialog: the previous history entry is the page without it.
    const canGoBackToPage: unknown = wasOpen ? state?.canGoBackToPage : true;
    const options = { replace: wasOpen, state: next === null ? null : { canGoBackToPage }, preventScrollReset: true };
    await navigate({ search: after.toString() }, options);
    if (next === null && canGoBackToPage) await navigate(-1);
  };
  return [value, (next) => void setValue(next)];
}
