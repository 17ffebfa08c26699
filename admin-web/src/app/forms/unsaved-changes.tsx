import { ConfirmDialog } from '@portfolio/ui';
import { useEffect, useLayoutEffect, useState } from 'react';
import { NavigationType, useBlocker } from 'react-router';
import { useAdmin } from '../layout/admin-context.ts';

/** All unsaved changes of the page, such as those of a table and of the dialog above it. */
const unsaved = new Set<{ survivesSearch: boolean }>();

/**
 * Asks for confirmation before unsaved changes are discarded by Cancel, Escape or closing the tab. `NavigationGuard` does so
 * before a navigation.
 *
 * @param onLeave called by Cancel and Escape, once leaving is confirmed
 * @param survivesSearch whether the changes outlive every change of the query in the address
 * @returns `leave`, to be called instead of `onLeave`, and the dialog as `confirmDialog`
 */
export function useUnsavedChanges(isDirty: boolean, onLeave: () => void = () => {}, survivesSearch = false) {
  const [isConfirming, setConfirming] = useState(false);
  useLeaveWarning(isDirty);
  useLayoutEffect(() => {
    if (!isDirty) return;
    const changes = { survivesSearch };
    unsaved.add(changes);
    return () => void unsaved.delete(changes);
  }, [isDirty, survivesSearch]);

  const stay = () => setConfirming(false);
  const discard = () => {
    stay();
    onLeave();
  };
  return {
    leave: () => (isDirty ? setConfirming(true) : onLeave()),
    confirmDialog: isConfirming && <DiscardDialog onConfirm={discard} onClose={stay} />,
  };
}

/**
 * Asks for confirmation before a navigation discards unsaved changes, until the session ends. One for all pages: the router
 * consults a single blocker.
 */
export function NavigationGuard() {
  const { session } = useAdmin();
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (session.status !== 'signed-in' || unsaved.size === 0) return false;
    if (currentLocation.pathname !== nextLocation.pathname) return true;
    // A query change within a page loses no input, except by Back, which closes the dialog of the form.
    const isBack = historyAction === NavigationType.Pop && currentLocation.search !== nextLocation.search;
    return isBack && [...unsaved].some(({ survivesSearch }) => !survivesSearch);
  });
  if (blocker.state !== 'blocked') return null;
  return <DiscardDialog onConfirm={() => blocker.proceed()} onClose={() => blocker.reset()} />;
}

const DiscardDialog = (props: { onConfirm: () => void; onClose: () => void }) => (
  <ConfirmDialog title="Discard changes?" confirmLabel="Discard" cancelLabel="Keep editing" {...props}>
    What you have changed here has not been saved.
  </ConfirmDialog>
);

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
