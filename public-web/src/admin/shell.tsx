import '@portfolio/ui/tokens.css';
import '@portfolio/ui/fonts.css';
import '@portfolio/ui/base.css';
import { showLateFonts } from '@portfolio/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { AdminMount } from './admin-mount.tsx';
import { loadAdminFrom } from './load-admin.ts';

/** What the server of this page tells it; see `server/admin-shell.ts`. */
interface ShellConfig {
  /** Address of the remote's manifest. */
  remote?: string;
  /** Address at which the back office stands on its own. */
  ownAddress?: string;
}

// Until the back office knows the site's theme, the system's: it is what the first paint had by the styles of the page.
if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.dataset.theme = 'dark';

const config = JSON.parse(document.getElementById('admin-config')?.textContent ?? '{}') as ShellConfig;
const load = loadAdminFrom(config.remote ?? '/admin-app/mf-manifest.json');
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

showLateFonts();

// The back office brings its own pages, queries and toasts; the router is this page's.
const router = createBrowserRouter([
  { path: '/admin/*', element: <AdminMount load={load} ownAddress={config.ownAddress} /> },
]);
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
