import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptied } from '../run-targets.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the containers of docker-compose.yml', () => {
  // A command that sets them for itself alone leaves none for the next one, and new ones do not fit what is kept.
  it('are told all that they want by the .env that docs/operations.md has written once', () => {
    const wanted = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const [, written = ''] = /cat > \.env <<EOF\n(.*?)\nEOF/s.exec(read('docs/operations.md')) ?? [];

    expect(wanted).toContain('JWT_SECRET');
    expect([...written.matchAll(/^(\w+)=/gm)].map(([, name]) => name)).toEqual(expect.arrayContaining(wanted));
  });

  it.each(['.gitignore', '.dockerignore'])('keep that file to themselves by %s', (list) => {
    expect(read(list).split('\n')).toContain('.env');
  });

  it('leave the tests alone with it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'env-'));
    const file = join(folder, '.env');
    writeFileSync(file, "ADMIN_EMAIL=you@example.com\n# NOT=this\nADMIN_PASSWORD='a = b'\n");

    expect(emptied(file)).toEqual({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
    rmSync(folder, { recursive: true });
    expect(emptied(file)).toEqual({});
  });
});
