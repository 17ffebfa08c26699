import { beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

/** Bytes, compressed, of all the JavaScript that a visitor's first page loads. */
const SCRIPT = 84_000;
const STYLES = 5_000;

const client = fileURLToPath(new URL('../dist/client', import.meta.url));
const files = (folder: string, end: string) =>
  readdirSync(join(client, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => join(client, folder, name));
const weight = (paths: string[]) => paths.reduce((sum, path) => sum + brotliCompressSync(readFileSync(path)).length, 0);

/** Found in every build that carries the federation runtime. */
const FEDERATION = /__FEDERATION__|__mf_|module-federation|loadShare|remoteEntry/;

let scripts: string[];
beforeAll(() => {
  scripts = files('assets', '.js');
});

describe('what a visitor downloads', () => {
  it('is within the budget', () => {
    console.info(`scripts ${weight(scripts)} B, styles ${weight(files('assets', '.css'))} B, compressed`);

    expect(scripts.length).toBeLessThanOrEqual(2);
    expect(weight(scripts)).toBeLessThanOrEqual(SCRIPT);
    expect(weight(files('assets', '.css'))).toBeLessThanOrEqual(STYLES);
  });

  it('has nothing of module federation in it', () => {
    for (const path of scripts) expect(readFileSync(path, 'utf8')).not.toMatch(FEDERATION);
    // The pattern is worth something only if it finds what is there.
    expect(files('admin-assets', '.js').some((path) => FEDERATION.test(readFileSync(path, 'utf8')))).toBe(true);
  });

  it('has no validation library in it, which only forms need', () => {
    for (const path of scripts) expect(readFileSync(path, 'utf8')).not.toMatch(/isNotEmpty|ValidateBy|validator/);
  });
});
