import { rmSync } from 'node:fs';

/** After a run of tests. */
export default function removeFolder() {
  const folder = process.env.E2E_RUN_FOLDER;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
