import { Component, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { AdminApp, LoadAdmin } from './load-admin.ts';
import styles from './admin-mount.module.css';

/** Milliseconds until a load that does not end counts as failed. */
const PATIENCE = 10_000;

type State =
  | { step: 'loading' }
  | { step: 'away'; retrying: boolean }
  // `retried`: somebody pressed Retry for it, and the button with the focus is gone.
  | { step: 'ready'; App: AdminApp; retried: boolean };

/** Loads the back office and shows it; while it is away, says so and offers to try again, without a new page. */
export function AdminMount({ load }: { load: LoadAdmin }) {
  const [state, setState] = useState<State>({ step: 'loading' });
  const attempts = useRef(0);

  const start = useCallback(
    (retried: boolean) => {
      const attempt = attempts.current++;
      // Only the latest attempt has a say: an earlier one may still end after it was given up.
      const settle = (next: State) => attempt === attempts.current - 1 && setState(next);
      within(PATIENCE, load(attempt)).then(
        (App) => settle({ step: 'ready', App, retried }),
        (error: unknown) => {
          console.warn('The back office could not be loaded', error);
          settle({ step: 'away', retrying: false });
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
        <Boundary onFail={() => setState({ step: 'away', retrying: false })}>
          <state.App basePath="/admin" apiOrigin="" />
        </Boundary>
      </div>
    );
  }
  const { retrying } = state;
  return (
    <main className={styles.away}>
      <h1 className={styles.title}>The back office is taking a break</h1>
      {retrying ? (
        <p key="retrying" className={styles.text} role="status">
          Loading…
        </p>
      ) : (
        <p key="away" className={styles.text} role="alert">
          It cannot be reached right now. The public site is not affected.
        </p>
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className={styles.retry}
          // Disabled, it would lose the focus.
          aria-disabled={retrying}
          onClick={() => {
            if (retrying) return;
            setState({ step: 'away', retrying: true });
            start(true);
          }}
        >
          Retry
        </button>
        <a href="/">Go to the public site</a>
      </div>
    </main>
  );
}

/** Gives the focus to what has come, unless something inside has taken it already. */
function takeFocus(element: HTMLElement | null) {
  if (!element?.contains(document.activeElement)) element?.focus();
}

/** Catches what the back office throws, such as a part of it that is gone after a new version was put in place. */
class Boundary extends Component<{ onFail: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error) {
    console.warn('The back office failed', error);
    this.props.onFail();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/** Fails when a promise has not settled in time. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
