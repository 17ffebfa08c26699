import '@portfolio/ui/tokens.css';
import '@portfolio/ui/base.css';
import '@portfolio/ui/fonts.css';
import { Button, Notice, showLateFonts } from '@portfolio/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Navigate, RouterProvider } from 'react-router';
import AdminApp from './admin-app.tsx';

/** What the server of these files tells about where it runs. */
interface Config {
  /** Origin of the API as browsers reach it; empty for this page's own. */
  apiOrigin: string;
  /** Origin of the public site; absent where it is the API's. */
  publicOrigin?: string;
}

const base = import.meta.env.BASE_URL;
const basePath = base.replace(/\/$/, '');
const root = createRoot(document.getElementById('root')!);

async function loadConfig(): Promise<Config> {
  const response = await fetch(`${base}config.json`, { cache: 'no-store' });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return response.json();
}

const tryAgain = <Button onClick={() => location.reload()}>Try Again</Button>;

/** Stands for whatever fails while it is used, such as a part that is gone since a new version was put in place. */
const failed = (
  <Notice tone="failure" title="The back office does not work right now" action={tryAgain}>
    A part of it is missing or has failed, perhaps because it was renewed meanwhile.
  </Notice>
);

showLateFonts();
try {
  const config = await loadConfig();
  const router = createBrowserRouter([
    { path: `${basePath}/*`, element: <AdminApp basePath={basePath} {...config} />, errorElement: failed },
    { path: '*', element: <Navigate to={basePath} replace /> },
  ]);
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
} catch {
  root.render(
    <Notice tone="failure" title="The back office cannot start" action={tryAgain}>
      Its server did not answer.
    </Notice>,
  );
}
