import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Open dialog of a page as a search parameter: `?new`, `?edit=3`. Other pages link to it, a sign-in returns to it, and Back
 * closes it. Once it is closed, Back does not reopen it.
 *
 * @returns value of the parameter, null while the dialog is closed; and its setter
 */
export function useDialogAddress(name: 'new' | 'edit') {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const value = new URLSearchParams(search).get(name);
  /** Location of the last render. A setter captured before a navigation reads it too. */
  const latest = useRef({ isOpen: false, search, state });
  useEffect(() => {
    latest.current = { isOpen: value !== null, search, state };
  }, [value, search, state]);

  const setValue = async (next: string | null) => {
    const { isOpen: wasOpen, search, state } = latest.current;
    latest.current.isOpen = next !== null;
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
  return [value, (next: string | null) => void setValue(next)] as const;
}

/**
 * Dialogs of a page to create and to edit an item. After `continueAs`, the dialog of the new item stays mounted at the address
 * of the created one, to which a sign-in returns.
 */
export function useItemDialogs() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const [creating, setCreating] = useDialogAddress('new');
  const [edited, setEdited] = useDialogAddress('edit');
  const [created, setCreated] = useState<string>();
  const isContinued = edited !== null && edited === created;
  if (created !== undefined && creating === null && !isContinued) setCreated(undefined);
  return {
    isCreating: creating !== null || isContinued,
    /** Id of the item in the edit dialog. */
    edited: isContinued ? null : edited,
    create: () => setCreating(''),
    edit: ({ id }: { id: number }) => setEdited(String(id)),
    continueAs: ({ id }: { id: number }) => {
      setCreated(String(id));
      void navigate({ search: `edit=${id}` }, { replace: true, state, preventScrollReset: true });
    },
    close: () => {
      setCreating(null);
      setEdited(null);
    },
  };
}
