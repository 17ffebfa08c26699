import { ErrorBoundary } from '@portfolio/ui';
import { useCallback, useEffect, useState } from 'react';
import styles from './admin-mount.module.css';
import { FailureCard } from './failure-card.tsx';
import { AdminUnavailable, type AdminApp, type LoadAdmin } from './load-admin.ts';

interface AdminMountProps {
  load: LoadAdmin;
  /** Address of the standalone back office, linked on the failure card unless the back office is unreachable. */
  standaloneUrl?: string | undefined;
  reload?: () => void;
}

type State =
  | { step: 'loading' }
  | { step: 'failed'; error: unknown; retrying: boolean }
  // `retried`: loaded by Retry, whose button had the focus and is gone, so the app takes it.
  | { step: 'ready'; App: AdminApp; retried: boolean };

/** The back office, or the reason why it failed to load, with Retry. */
export function AdminMount({ load, standaloneUrl, reload = () => location.reload() }: AdminMountProps) {
  const [state, setState] = useState<State>({ step: 'loading' });

  const start = useCallback(
    (retried: boolean) => {
      load().then(
        (App) => setState({ step: 'ready', App, retried }),
        (error: unknown) => {
          console.warn('The back office could not be loaded', error);
          setState({ step: 'failed', error, retrying: false });
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
        <ErrorBoundary
          fallback={() => null}
          onError={(error) => {
            console.warn('The back office failed', error);
            setState({ step: 'failed', error, retrying: false });
          }}
        >
          <state.App basePath="/admin" apiOrigin="" />
        </ErrorBoundary>
      </div>
    );
  }
  const { error } = state;
  const retry = () => {
    // Browsers cache modules for the lifetime of the page, failed ones too.
    if (!(error instanceof AdminUnavailable)) return reload();
    setState({ step: 'failed', error, retrying: true });
    start(true);
  };
  return <FailureCard error={error} retrying={state.retrying} onRetry={retry} standaloneUrl={standaloneUrl} />;
}

/** Focuses an element that does not contain the focus yet. */
function takeFocus(element: HTMLElement | null) {
  if (!element?.contains(document.activeElement)) element?.focus();
}
