import '@portfolio/ui/tokens.css';
import '@portfolio/ui/fonts.css';
import '@portfolio/ui/base.css';
import { showLateFonts } from '@portfolio/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { AdminMount } from './admin-mount.tsx';
import { loadAdminFrom } from './load-admin.ts';

/** Written by `registerAdminShell` of `server/http/assets.ts`. */
interface ShellConfig {
  manifestUrl?: string;
  standaloneUrl?: string;
}

// The system's theme, as in the first paint, until the back office knows the site's.
if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.dataset.theme = 'dark';

const config = JSON.parse(document.getElementById('admin-config')?.textContent ?? '{}') as ShellConfig;
const loadAdmin = loadAdminFrom(config.manifestUrl ?? '/admin-app/mf-manifest.json');
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

showLateFonts();

const router = createBrowserRouter([
  { path: '/admin/*', element: <AdminMount load={loadAdmin} standaloneUrl={config.standaloneUrl} /> },
]);
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
