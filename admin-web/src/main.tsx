import '@portfolio/ui/tokens.css';
import '@portfolio/ui/base.css';
import '@portfolio/ui/fonts.css';
import { Button, Notice, showLateFonts } from '@portfolio/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Navigate, RouterProvider } from 'react-router';
import AdminApp, { type AdminAppProps } from './admin-app.tsx';

const base = import.meta.env.BASE_URL;
const basePath = base.replace(/\/$/, '');
const root = createRoot(document.getElementById('root')!);

async function loadConfig(): Promise<Omit<AdminAppProps, 'basePath'>> {
  const response = await fetch(`${base}config.json`, { cache: 'no-store' });
  if (!response.ok) throw new Error(`config.json: status ${response.status}`);
  return response.json();
}

const retry = <Button onClick={() => location.reload()}>Try Again</Button>;

/** Error page, for example after a deployment removed a script. */
const failed = (
  <Notice tone="failure" title="The back office does not work right now" action={retry}>
    A part of it failed to load. It may have been updated: try again.
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
    <Notice tone="failure" title="The back office cannot start" action={retry}>
      Its server did not respond.
    </Notice>,
  );
}
