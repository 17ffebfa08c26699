import { ConfirmDialog } from '@portfolio/ui';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { NavigationType, useBlocker } from 'react-router';
import { useAdmin } from '../layout/admin-context.ts';

/**
 * Asks for confirmation before unsaved changes are discarded by Cancel, Escape, navigation or closing the tab. Navigation
 * after the end of the session is not blocked.
 *
 * @param onLeave called by Cancel and Escape, once leaving is confirmed; a blocked navigation only proceeds
 * @param survivesSearch whether the changes outlive every change of the query in the address
 * @returns `leave`, to be called instead of `onLeave`, and the dialog as `confirmDialog`
 */
export function useUnsavedChanges(
  isDirty: boolean,
  onLeave: () => void = () => {},
  survivesSearch = false,
): { leave: () => void; confirmDialog: ReactNode } {
  const { session } = useAdmin();
  const [isConfirming, setConfirming] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      isDirty &&
      session.status === 'signed-in' &&
      // A query change within a page loses no input, except by Back, which closes the dialog of the form.
      (currentLocation.pathname !== nextLocation.pathname ||
        (!survivesSearch && historyAction === NavigationType.Pop && currentLocation.search !== nextLocation.search)),
  );
  const isBlocked = blocker.state === 'blocked';

  useLeaveWarning(isDirty);

  const stay = () => {
    setConfirming(false);
    if (isBlocked) blocker.reset();
  };
  const proceed = () => {
    setConfirming(false);
    if (isBlocked) blocker.proceed();
    else onLeave();
  };

  return {
    leave: () => (isDirty ? setConfirming(true) : onLeave()),
    confirmDialog: (isConfirming || isBlocked) && (
      <ConfirmDialog title="Discard changes?" confirmLabel="Discard" onConfirm={proceed} onClose={stay}>
        What you have changed here has not been saved.
      </ConfirmDialog>
    ),
  };
}

/** Lets the browser confirm before the tab closes. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}

/** Reports unsaved changes in a layout effect, so that Escape pressed right after typing finds the form dirty. */
export function useReportDirty(isDirty: boolean, onDirtyChange: (isDirty: boolean) => void): void {
  useLayoutEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);
}
