import { Component, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './admin-mount.module.css';
import { FailureCard } from './failure-card.tsx';
import { AdminAway, type AdminApp, type LoadAdmin } from './load-admin.ts';

export interface AdminMountProps {
  load: LoadAdmin;
  /** Address at which the back office stands on its own, if it has one. */
  ownAddress?: string | undefined;
  /** Opens this page anew. */
  reload?: () => void;
}

type State =
  | { step: 'loading' }
  | { step: 'failed'; error: unknown; retrying: boolean }
  // `retried`: somebody pressed Retry for it, and the button with the focus is gone.
  | { step: 'ready'; App: AdminApp; retried: boolean };

/** Loads the back office and shows it; where that fails, says why and offers to try again. */
export function AdminMount({ load, ownAddress, reload = () => location.reload() }: AdminMountProps) {
  const [state, setState] = useState<State>({ step: 'loading' });
  const attempts = useRef(0);

  const start = useCallback(
    (retried: boolean) => {
      const attempt = ++attempts.current;
      // Only the latest attempt has a say: an earlier one may still end after it was given up.
      const settle = (next: State) => attempt === attempts.current && setState(next);
      load().then(
        (App) => settle({ step: 'ready', App, retried }),
        (error: unknown) => {
          console.warn('The back office could not be loaded', error);
          settle({ step: 'failed', error, retrying: false });
        },
      );
    },
    [load],
  );

  useEffect(() => start(false), [start]);

  if (state.step === 'loading') {
    return (
      <p className={styles.loading} role="status">
        Loading…
      </p>
    );
  }
  if (state.step === 'ready') {
    return (
      <div ref={state.retried ? takeFocus : undefined} tabIndex={-1} className={styles.ready}>
        <Boundary onFail={(error) => setState({ step: 'failed', error, retrying: false })}>
          <state.App basePath="/admin" apiOrigin="" />
        </Boundary>
      </div>
    );
  }
  const { error } = state;
  const retry = () => {
    // A page keeps every module that it has once begun to load, the broken and the outdated: only a new page gets others.
    if (!(error instanceof AdminAway)) return reload();
    setState({ step: 'failed', error, retrying: true });
    start(true);
  };
  return <FailureCard error={error} retrying={state.retrying} onRetry={retry} ownAddress={ownAddress} />;
}

/** Gives the focus to what has come, unless something inside has taken it already. */
function takeFocus(element: HTMLElement | null) {
  if (!element?.contains(document.activeElement)) element?.focus();
}

/** Catches what the back office throws, such as a part of it that is gone after a new version was put in place. */
class Boundary extends Component<{ onFail: (error: unknown) => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error) {
    console.warn('The back office failed', error);
    this.props.onFail(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
