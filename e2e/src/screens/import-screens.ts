import { heading, text, type AdminScreen } from './admin-screen.ts';

const aScreen = (name: string, response: object | number, element: AdminScreen['element']): AdminScreen => ({
  name: `settings-import${name}`,
  path: '/settings/export',
  responses: { 'GET /admin/import': response },
  element,
});

/** State of the import on a new site. */
const anImport = (current: object | null) => ({ is_empty: true, part_bytes: 8_388_608, import: current });

const RUNNING = anImport({ status: 'running', progress: { stage: 'originals', done: 1_200, total: 4_800 } });
const FAILED = anImport({
  status: 'failed',
  failure: 'Nothing was imported. The archive is damaged or incomplete. Select the .tar file of an export.',
});

/** The import below Settings → Export. */
export const IMPORT_SCREENS: AdminScreen[] = [
  {
    ...aScreen('-chosen', anImport(null), text('portfolio-2026-03-14.tar')),
    steps: (page) =>
      page.getByLabel('Archive').setInputFiles({
        name: 'portfolio-2026-03-14.tar',
        mimeType: 'application/x-tar',
        buffer: Buffer.alloc(2_400_000),
      }),
  },
];

/** Its other states, for the full level. */
export const IMPORT_VARIANTS: AdminScreen[] = [
  aScreen('-running', RUNNING, text('1,200 of 4,800 original photos')),
  aScreen('', anImport(null), text('This site is empty')),
  aScreen('-failed', FAILED, text('The archive is damaged')),
  aScreen('-failure', 403, heading('Failed to load the import')),
];
