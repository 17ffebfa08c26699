import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before a run of tests: a folder for what its files share, told in E2E_RUN_FOLDER. */
export default function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'portfolio-run-'));
  chmodSync(folder, 0o755);
  process.env.E2E_RUN_FOLDER = folder;
}
