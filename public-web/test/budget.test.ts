import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBuiltSite } from '../server/built-site.ts';

/** Compressed bytes, and files, of the JavaScript of a first visit. */
const SCRIPT = 84_000;
const SCRIPTS = 2;
/** Compressed bytes of the one stylesheet of all pages: layouts and heroes included. */
const STYLES = 8_400;
/** Bytes of the fonts of a first visit. */
const FONTS = 31_000;

const client = fileURLToPath(new URL('../dist/client', import.meta.url));
const files = (folder: string, end: string) =>
  readdirSync(join(client, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => join(client, folder, name));
/** Bytes as sent: of the precompressed copy, if there is one. */
const weight = (paths: string[]) =>
  paths.reduce((sum, path) => sum + statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size, 0);

/** Marks of the federation runtime in a build. */
const FEDERATION = /__FEDERATION__|__mf_|module-federation|loadShare|remoteEntry/;

interface Built {
  file: string;
  imports?: string[];
}
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Built>;
const pages = Object.keys(manifest).filter((source) => source.startsWith('src/pages/'));

/** A file and its static imports. */
function withImports(source: string): string[] {
  const { imports = [] } = manifest[source] as Built;
  return [...new Set([source, ...imports.flatMap(withImports)])];
}

let scripts: string[];
beforeAll(() => {
  scripts = files('assets', '.js');
});

it('the assets of the pages are files of the build', async () => {
  const { assets } = await readBuiltSite(new URL('../dist/', import.meta.url));

  const addresses = [assets.loader, assets.script, ...assets.styles, ...assets.fonts, ...Object.values(assets.views)];
  expect(assets.styles).toHaveLength(1);
  expect(assets.fonts).toHaveLength(2);
  expect(Object.keys(assets.views)).toHaveLength(pages.length);
  for (const address of addresses) expect(readFileSync(join(client, address)).length).toBeGreaterThan(0);
});

describe('the visitors’ download', () => {
  it.each(pages)('for %s is within the script budget', (page) => {
    const first = [...new Set(['src/entry-client.tsx', page].flatMap(withImports))];
    const bytes = weight(first.map((source) => join(client, (manifest[source] as Built).file)));

    expect(first.length).toBeLessThanOrEqual(SCRIPTS);
    expect(bytes).toBeLessThanOrEqual(SCRIPT);
  });

  it('is within the style budget', () => {
    expect(weight(files('assets', '.css'))).toBeLessThanOrEqual(STYLES);
  });

  it('is within the font budget', async () => {
    const { assets } = await readBuiltSite(new URL('../dist/', import.meta.url));

    expect(weight(assets.fonts.map((address) => join(client, address)))).toBeLessThanOrEqual(FONTS);
    // The content security policy forbids fonts inside the stylesheet.
    for (const path of files('assets', '.css')) expect(readFileSync(path, 'utf8')).not.toContain('url(data:');
  });

  it('does not contain module federation', () => {
    for (const path of scripts) expect(readFileSync(path, 'utf8')).not.toMatch(FEDERATION);
    // Proves that the pattern matches the runtime.
    expect(files('admin-assets', '.js').some((path) => FEDERATION.test(readFileSync(path, 'utf8')))).toBe(true);
  });

  it('does not contain the validation library, which forms load lazily', () => {
    const first = pages.flatMap(withImports).map((source) => join(client, (manifest[source] as Built).file));
    for (const path of first) expect(readFileSync(path, 'utf8')).not.toMatch(/isNotEmpty|ValidateBy|validator/);
  });
});
