import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBuiltSite } from '../server/built-site.ts';

/** Bytes, compressed, of all the JavaScript that a visitor's first page loads, whichever page it is, and its files. */
const SCRIPT = 84_000;
const SCRIPTS = 2;
/** Those of all pages in one file, since each is small: most of a second page's are there with the first. */
const STYLES = 8_000;

const client = fileURLToPath(new URL('../dist/client', import.meta.url));
const files = (folder: string, end: string) =>
  readdirSync(join(client, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => join(client, folder, name));
/** Bytes as they are sent: the build leaves a compressed copy beside each file that is worth it. */
const weight = (paths: string[]) =>
  paths.reduce((sum, path) => sum + statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size, 0);

/** Found in every build that carries the federation runtime. */
const FEDERATION = /__FEDERATION__|__mf_|module-federation|loadShare|remoteEntry/;

interface Built {
  file: string;
  imports?: string[];
}
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Built>;
const pages = Object.keys(manifest).filter((source) => source.startsWith('src/pages/'));

/** A file and all that it cannot run without. */
function withImports(source: string): string[] {
  const { imports = [] } = manifest[source] as Built;
  return [...new Set([source, ...imports.flatMap(withImports)])];
}

let scripts: string[];
beforeAll(() => {
  scripts = files('assets', '.js');
});

it('is named to the pages: their scripts, their styles and their fonts', async () => {
  const { assets } = await readBuiltSite(new URL('../dist/', import.meta.url));

  const named = [assets.wake, assets.script, ...assets.styles, ...assets.fonts, ...Object.values(assets.views)];
  expect(assets.styles).toHaveLength(1);
  expect(assets.fonts).toHaveLength(2);
  expect(Object.keys(assets.views)).toHaveLength(pages.length);
  for (const address of named) expect(readFileSync(join(client, address)).length).toBeGreaterThan(0);
});

describe('what a visitor downloads', () => {
  it.each(pages)('for %s is within the budget', (page) => {
    const first = [...new Set(['src/entry-client.tsx', page].flatMap(withImports))];
    const bytes = weight(first.map((source) => join(client, (manifest[source] as Built).file)));

    expect(first.length).toBeLessThanOrEqual(SCRIPTS);
    expect(bytes).toBeLessThanOrEqual(SCRIPT);
  });

  it('has styles within the budget', () => {
    expect(weight(files('assets', '.css'))).toBeLessThanOrEqual(STYLES);
  });

  it('has nothing of module federation in it', () => {
    for (const path of scripts) expect(readFileSync(path, 'utf8')).not.toMatch(FEDERATION);
    // The pattern is worth something only if it finds what is there.
    expect(files('admin-assets', '.js').some((path) => FEDERATION.test(readFileSync(path, 'utf8')))).toBe(true);
  });

  it('has no validation library in it, which only forms need once they are used', () => {
    const first = pages.flatMap(withImports).map((source) => join(client, (manifest[source] as Built).file));
    for (const path of first) expect(readFileSync(path, 'utf8')).not.toMatch(/isNotEmpty|ValidateBy|validator/);
  });
});
