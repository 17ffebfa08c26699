import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOADER = fileURLToPath(new URL('../../../tools/run-typescript.mjs', import.meta.url));
const SOURCE = new URL('../src/temp-folder.ts', import.meta.url).href;

it('withTempFolder deletes the folder when the process exits before', () => {
  const script = `
    import { withTempFolder } from '${SOURCE}';
    await withTempFolder('exit', (folder) => {
      console.log(folder);
      process.exit();
    });`;
  const args = ['--import', LOADER, '--input-type=module', '-e', script];

  const folder = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();

  expect(folder).toContain('portfolio-exit-');
  expect(existsSync(folder)).toBe(false);
});
