import { useSearchParams } from 'react-router';

/**
 * Which dialog of a page is open, as its address says it: `?new`, or `?edit=3`. So other pages lead straight to a dialog, and it
 * is open again after a sign-in in between. Opening and closing add nothing to the browser's history.
 *
 * @returns what stands behind the name, null while the dialog is closed; and a function that opens it with a value or closes it
 */
export function useDialogAddress(name: 'new' | 'edit'): [value: string | null, open: (value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const open = (value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [search.get(name), open];
}
