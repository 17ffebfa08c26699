import { demoQuery, signIn, signOut } from '@portfolio/api-client';
import { SignIn } from '@portfolio/contracts';
import { Button, InlineFailure, PasswordField, Spinner, TextField } from '@portfolio/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { Navigate, Outlet, useLocation } from 'react-router';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { field, hasDrafts, showFailure, useContractForm } from '../../app/forms/contract-form.ts';
import { useLeaveWarning } from '../../app/forms/unsaved-changes.tsx';
import styles from './sign-in-page.module.css';

/** Location state of the sign-in page: where to go afterwards. */
export interface SignInState {
  from?: string;
}

const END_TEXTS = {
  invalid: 'Your session has ended. Sign in to continue.',
  import: 'Your session has ended. If the import has finished, sign in with an account of the imported site.',
  'other-tab': 'You signed out in another tab.',
};

/** Sign-in form. A signed-in administrator continues to the requested page, else to the dashboard. */
export function SignInPage() {
  const { api, paths, session } = useAdmin();
  const { state } = useLocation() as { state: SignInState | null };
  const { data: demo } = useQuery(demoQuery(api));
  const form = useContractForm(SignIn, { email: '', password: '' });
  const login = useMutation({
    mutationFn: (credentials: SignIn) => signIn(api, credentials),
    onSuccess: (response) => {
      toast.success('Welcome back!');
      session.begin(response);
    },
    onError: (error) =>
      showFailure(form, error, { otherwise: 'Login failed', unexpected: 'An unexpected error occurred' }),
  });

  // Drafts live in this tab only.
  useLeaveWarning(hasDrafts());

  if (session.status === 'signed-in') return <Navigate to={state?.from ?? paths.dashboard} replace />;
  if (session.status === 'loading') return <Spinner label="Loading" />;

  return (
    <main className={styles.page}>
      <title>Sign in · Back office</title>
      <form
        noValidate
        className={styles.form}
        aria-labelledby="sign-in"
        onSubmit={form.handleSubmit((credentials) => login.mutate(credentials))}
      >
        <h1 id="sign-in" className={styles.title}>
          Sign in
        </h1>
        {session.endReason && (
          <p role="status">
            {END_TEXTS[session.endReason]}
            {session.endReason !== 'import' && hasDrafts() && ' Your input is saved.'}
          </p>
        )}
        <TextField label="Email" type="email" autoComplete="username" autoFocus required {...field(form, 'email')} />
        <PasswordField label="Password" autoComplete="current-password" required {...field(form, 'password')} />
        {form.formState.errors.root?.server && (
          <InlineFailure>{form.formState.errors.root.server.message}</InlineFailure>
        )}
        <Button type="submit" variant="primary" busy={login.isPending} busyLabel="Signing in...">
          Sign In
        </Button>
        <p className={styles.forgotten}>Forgot your password? The operator of the site can reset it.</p>
        {demo && (
          <aside className={styles.demo} aria-label="Demo account">
            <p>This site is a demo. Sign in with</p>
            <p>
              <code>{demo.email}</code> <code>{demo.password}</code>
            </p>
            <Button variant="quiet" onClick={() => form.reset(demo)}>
              Fill in for me
            </Button>
          </aside>
        )}
        <a className={styles.back} href={paths.publicSite}>
          Back to the site
        </a>
      </form>
    </main>
  );
}

/** Renders the route for a signed-in administrator, and redirects others to the sign-in page. */
export function RequireSession() {
  const { session, paths } = useAdmin();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'loading') return <Spinner label="Loading" />;
  if (session.status === 'unverified') {
    return (
      <main className={styles.page}>
        <LoadFailure title="Failed to load the back office" busy={session.isVerifying} onRetry={session.verify}>
          You stay signed in. Please try again in a moment.
        </LoadFailure>
      </main>
    );
  }
  // No form keeps the input of another administrator.
  if (session.status === 'signed-in') return <Outlet key={session.user?.id} />;
  const state: SignInState = session.endReason === 'import' ? {} : { from: pathname + search + hash };
  return <Navigate to={paths.login} replace state={state} />;
}

/**
 * Page that ends the session, here and at the API. As a page, it lets a form with unsaved changes block it; only links of the
 * back office carry the state that it needs.
 */
export function SignOut() {
  const { api, paths, session } = useAdmin();
  const { state } = useLocation() as { state: SignInState | null };
  const isRequested = state !== null;
  const { status, end } = session;
  useEffect(() => {
    if (!isRequested) return;
    if (api.credentials().authorization) signOut(api).catch(() => undefined);
    end();
  }, [isRequested, api, end]);
  if (!isRequested) return <Navigate to={paths.dashboard} replace />;
  return status === 'signed-out' ? <Navigate to={paths.login} replace state={state} /> : null;
}
