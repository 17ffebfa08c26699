import { ConfirmDialog } from '@portfolio/ui';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { NavigationType, useBlocker } from 'react-router';
import { useAdmin } from '../layout/admin-context.ts';

/**
 * Asks before what has been typed is thrown away, whichever way somebody leaves: Cancel, Escape, a link, the way back, or
 * the browser's own. Whoever's session has ended is not held up.
 *
 * @param isDirty whether there is something to lose
 * @param onLeave goes, once it is certain
 * @returns `leave`, to be called in place of `onLeave`, and the question, to be rendered
 */
export function useUnsavedChanges(
  isDirty: boolean,
  onLeave: () => void = () => {},
): { leave: () => void; question: ReactNode } {
  const { session } = useAdmin();
  const [asking, setAsking] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there, historyAction }) =>
      isDirty &&
      session.status === 'signed-in' &&
      // A dialog's address is one of its page's: the way back would close it.
      (here.pathname !== there.pathname || (historyAction === NavigationType.Pop && here.search !== there.search)),
  );
  const isBlocked = blocker.state === 'blocked';

  useLeaveWarning(isDirty);

  const stay = () => {
    setAsking(false);
    if (isBlocked) blocker.reset();
  };
  const go = () => {
    setAsking(false);
    if (isBlocked) blocker.proceed();
    else onLeave();
  };

  return {
    leave: () => (isDirty ? setAsking(true) : onLeave()),
    question: (asking || isBlocked) && (
      <ConfirmDialog title="Discard changes?" confirmLabel="Discard" onConfirm={go} onClose={stay}>
        What you have changed here has not been saved.
      </ConfirmDialog>
    ),
  };
}

/** Has the browser ask before the tab goes. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}

/**
 * Tells the owner of a form whether there is something to lose in it: before the next key can be heard, for an Escape may
 * follow what was typed at once.
 */
export function useTellDirty(isDirty: boolean, onDirtyChange: (isDirty: boolean) => void): void {
  useLayoutEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);
}
