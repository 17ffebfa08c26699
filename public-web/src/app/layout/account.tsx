import { useEffect, useState, type ComponentType } from 'react';
import { useToken } from '../data/session.ts';

/** What a signed-in administrator sees in the header. Visitors download none of it. */
export function Account() {
  const token = useToken();
  const [loaded, setLoaded] = useState<{ SignedIn: ComponentType<{ token: string }> }>();
  useEffect(() => {
    if (!token) return;
    // Without its file the site is as visitors see it.
    import('../lazy/signed-in.tsx').then(setLoaded, () => undefined);
  }, [token]);
  return token && loaded ? <loaded.SignedIn token={token} /> : null;
}
