import '@portfolio/ui/tokens.css';
import '@portfolio/ui/fonts.css';
import '@portfolio/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';
import { AdminMount } from './admin-mount.tsx';
import { loadAdminFrom } from './load-admin.ts';

const config = JSON.parse(document.getElementById('admin-config')?.textContent ?? '{}') as { remote?: string };
const load = loadAdminFrom(config.remote ?? '/admin-app/mf-manifest.json');
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

// The back office brings its own pages, queries and toasts; the router is this page's.
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <Routes>
        <Route path="/admin/*" element={<AdminMount load={load} />} />
      </Routes>
    </BrowserRouter>
  </StrictMode>,
);
