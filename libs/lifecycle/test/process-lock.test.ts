import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockedError, processIdentity, takeLock } from '../src/index.ts';
import { endChildren, startChild } from './child.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(folder, 'site.lock');
});
afterEach(() => {
  endChildren();
  rmSync(folder, { recursive: true });
});

const holder = () => startChild(`lifecycle.takeLock('${file}'); console.log('taken'); setInterval(() => {}, 1000);`);

describe('takeLock', () => {
  it('locks out other processes', async () => {
    const other = holder();
    await other.prints('taken');

    expect(() => takeLock(file)).toThrow(LockedError);
    expect(() => takeLock(file)).toThrow(`is held by process ${other.process.pid}`);
  });

  it('can be taken again after its release', () => {
    takeLock(file)();

    takeLock(file)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('can be taken once its holder was killed', async () => {
    const other = holder();
    await other.prints('taken');
    other.process.kill('SIGKILL');
    await other.ended;

    takeLock(file)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("ignores a living process that reuses the holder's number", () => {
    writeFileSync(file, JSON.stringify({ pid: process.ppid, identity: 'an earlier boot 42' }));

    takeLock(file)();
  });

  it('ignores an empty lock file', () => {
    writeFileSync(file, '');

    takeLock(file)();
  });

  it('leaves a lock in place that replaces a stale one after it was read', async () => {
    const other = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
    writeFileSync(file, JSON.stringify({ pid: 999_999_999, identity: 'gone' }));
    const child = startChild(`
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { readFileSync, renameSync } = fs;
      fs.readFileSync = (path, options) => {
        const content = readFileSync(path, options);
        if (path === '${file}') fs.writeFileSync(path, '${other}');
        return content;
      };
      fs.renameSync = (...paths) => {
        console.log('moved');
        renameSync(...paths);
      };
      syncBuiltinESMExports();
      try { lifecycle.takeLock('${file}'); } catch (error) { console.log(error.name); }`);

    await child.ended;

    expect(child.output()).toBe('LockedError\n');
  });

  it('goes to one of several concurrent processes', async () => {
    const script = `
      try { lifecycle.takeLock('${file}'); console.log('won'); } catch (error) { console.log(error.name); }
      setInterval(() => {}, 1000);`;
    writeFileSync(file, JSON.stringify({ pid: 999_999_999, identity: 'gone' }));
    const all = [1, 2, 3, 4, 5].map(() => startChild(script));
    // The winner holds it until the last process has tried.
    await Promise.all(all.map((child) => child.prints('\n')));

    const outputs = all.map((child) => child.output().trim()).sort();
    expect(outputs).toEqual(['LockedError', 'LockedError', 'LockedError', 'LockedError', 'won']);
  });
});

describe('processIdentity', () => {
  it('is stable for a living process and undefined for a dead one', async () => {
    const child = startChild(`console.log('here'); setInterval(() => {}, 1000);`);
    await child.prints('here');
    const pid = child.process.pid ?? 0;

    expect(processIdentity(pid)).toBe(processIdentity(pid));
    expect(processIdentity(pid)).not.toBe(processIdentity(process.pid));
    child.process.kill('SIGKILL');
    await child.ended;
    expect(processIdentity(pid)).toBeUndefined();
  });

  /** Identity by `ps`, as on macOS, in a process with this time zone and language. */
  const psIdentity = async (zone: string, language: string, path = process.env.PATH) => {
    const child = startChild(`
      Object.defineProperty(process, 'platform', { value: 'darwin' });
      Object.assign(process.env, { TZ: '${zone}', LC_ALL: '${language}', PATH: '${path}' });
      console.log(lifecycle.processIdentity(${process.pid}));`);
    expect(await child.ended).toBe(0);
    return child.output().trim();
  };

  it('does not depend on the time zone when ps reads it', async () => {
    const [here, there] = await Promise.all([psIdentity('UTC', 'C'), psIdentity('Asia/Tokyo', 'C')]);

    expect(here).toMatch(/ \d\d:\d\d:\d\d \d{4}$/);
    // ps computes the start from the age, up to a second off.
    expect(Math.abs(Date.parse(there) - Date.parse(here))).toBeLessThanOrEqual(2_000);
  });

  it('runs ps in a fixed locale, with one option for each column', async () => {
    const programs = join(folder, 'bin');
    mkdirSync(programs);
    writeFileSync(join(programs, 'ps'), '#!/bin/sh\necho S "$LC_ALL" "$TZ" "$@"\n', { mode: 0o755 });

    const identity = await psIdentity('Asia/Tokyo', 'ja_JP.UTF-8', `${programs}:/usr/bin:/bin`);

    expect(identity).toBe(`C UTC -o stat= -o lstart= -p ${process.pid}`);
  });
});
