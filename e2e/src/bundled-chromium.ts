import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '@portfolio/testing/repository';

/** Chromium with its environment. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

/** Whether the bundled Chromium can run on this machine. */
export const canRunBundled = process.platform === 'linux' && process.arch === 'x64';

/**
 * The headless shell of Chromium inside the npm package `@sparticuz/chromium`. Linux on x64 only.
 * The first call unpacks it (200 MB, some seconds) into node_modules/.cache. Concurrent calls are safe.
 */
export async function bundledChromium(): Promise<Chromium> {
  if (!canRunBundled) {
    throw new Error(
      'The bundled Chromium runs only on Linux x64. Install Chrome or Chromium, or name one in CHROME_PATH.',
    );
  }
  // One folder per version: the package reuses a Chromium of any version in its folder.
  const folder = join(ROOT, 'node_modules', '.cache', `chromium-${packageVersion()}`);
  if (!existsSync(folder)) await unpackChromium(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

/** Unpacks to a draft of this call and renames it, so that no process starts a partial browser. */
export async function unpackChromium(folder: string): Promise<void> {
  const draft = `${folder}.${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  // The package unpacks to TMPDIR, and adds missing shared libraries only on Lambda.
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd, env });
    await writeFile(join(draft, 'fonts', 'fonts.conf'), fontConfig(join(folder, 'fonts')));
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** The package's own configuration expects fonts in /tmp. */
function fontConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;
}

function packageVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest = join(dirname(entry), '..', '..', 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
