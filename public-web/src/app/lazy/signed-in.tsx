import { currentUserQuery, signOut } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { clearToken, useApiWith } from '../data/session.ts';
import { writeStorage } from '../data/storage.ts';
import styles from './signed-in.module.css';

/** Name, link to the back office and Logout; nothing until the API accepts the token. */
export function SignedIn({ token }: { token: string }) {
  const api = useApiWith(token);
  const query = currentUserQuery(api);
  const { data: user } = useQuery({ ...query, queryKey: [...query.queryKey, token] });
  if (!user) return null;

  const logOut = () => {
    // The focused button is about to be removed.
    document.getElementById('content')?.focus({ preventScroll: true });
    signOut(api).catch(() => undefined);
    deleteSavedUploads().catch(() => undefined);
    // The back office in other tabs takes the end of the session for a sign-out.
    writeStorage('localStorage', 'signed-out', '');
    clearToken();
  };
  return (
    <div className={styles.account}>
      <span className={styles.name} title={user.name} dir="auto">
        {user.name}
      </span>
      <a className={styles.action} href="/admin" lang="en">
        Admin
      </a>
      <button type="button" className={styles.action} lang="en" onClick={logOut}>
        Logout
      </button>
    </div>
  );
}

/** Deletes the files of uploads that the back office has saved in this browser. */
async function deleteSavedUploads(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const folders = ['shared', 'uploads'];
  await Promise.allSettled(folders.map((folder) => root.removeEntry(folder, { recursive: true })));
}
