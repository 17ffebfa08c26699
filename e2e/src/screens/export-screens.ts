import { heading, text, type AdminScreen } from './admin-screen.ts';

const aScreen = (name: string, response: object | number, element: AdminScreen['element']): AdminScreen => ({
  name: `settings-export${name}`,
  path: '/settings/export',
  responses: {
    'GET /admin/export': response,
    'GET /admin/export/storage': { originals: 1_288_490_188, renditions: 2_190_433_320 },
  },
  element,
});

/** An export of a large site. */
const anExport = (status: string, details: object) => ({
  export: { status, created_at: '2026-03-14T09:26:53.000Z', ...details },
});

const RUNNING = anExport('running', { progress: { done: 1_200, total: 4_800 } });
const READY = anExport('ready', {
  bytes: 1_288_490_188,
  expires_at: '2026-03-15T09:26:53.000Z',
  url: '/api/exports/download?token=none',
});
const FAILED = anExport('failed', {
  failure: 'Some original files are missing or damaged. The log of the worker names the first ten.',
  has_losses: true,
});

/** Settings → Export. */
export const EXPORT_SCREENS: AdminScreen[] = [aScreen('-ready', READY, text('Download (1.2 GB)'))];

/** Its other states, for the full level. */
export const EXPORT_VARIANTS: AdminScreen[] = [
  aScreen('-running', RUNNING, text('1,200 of 4,800 original photos')),
  { name: 'settings-export', path: '/settings/export', element: text('Storage used') },
  aScreen('-failed', FAILED, text('Export Anyway')),
  aScreen('-failure', 403, heading('Failed to load the export')),
];
