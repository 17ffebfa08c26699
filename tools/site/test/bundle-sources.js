import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Bundles the sources for BUNDLE (fake-site.ts). */
export default function bundleSources() {
  execFileSync(process.execPath, ['../bundle.mjs', 'test-results/bundle', 'src/main.ts'], { cwd: project });
}
