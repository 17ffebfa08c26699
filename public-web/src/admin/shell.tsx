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
  manifestUrl: string;
  standaloneUrl?: string;
}

// The system's theme, as in the first paint, until the back office knows the site's.
if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.dataset.theme = 'dark';

const { manifestUrl, standaloneUrl }: ShellConfig = JSON.parse(document.getElementById('admin-config')!.textContent);
const loadAdmin = loadAdminFrom(manifestUrl);

showLateFonts();

const router = createBrowserRouter([
  { path: '/admin/*', element: <AdminMount load={loadAdmin} standaloneUrl={standaloneUrl} /> },
]);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
