import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../projects.mjs';

/** Runs `npm run audit` and prints its output. @returns {Promise<boolean>} whether it succeeded */
export function runAudit() {
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'audit.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}
