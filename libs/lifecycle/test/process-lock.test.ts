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
  it('gives the lock to one process at a time', async () => {
    const other = holder();
    await other.says('taken');

    expect(() => takeLock(file)).toThrow(LockedError);
    expect(() => takeLock(file)).toThrow(`is held by process ${other.process.pid}`);
  });

  it('is free again once given back', () => {
    takeLock(file)();

    takeLock(file)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is free once its holder was killed', async () => {
    const other = holder();
    await other.says('taken');
    other.process.kill('SIGKILL');
    await other.ended;

    takeLock(file)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not take a process for the holder because it has the same number', () => {
    writeFileSync(file, JSON.stringify({ pid: process.ppid, identity: 'an earlier boot 42' }));

    takeLock(file)();
  });

  it('takes what is left of a lock for nothing', () => {
    writeFileSync(file, '');

    takeLock(file)();
  });

  it('goes to one of many that ask at once', async () => {
    const script = `
      try { lifecycle.takeLock('${file}'); console.log('won'); } catch (error) { console.log(error.name); }
      setInterval(() => {}, 1000);`;
    writeFileSync(file, JSON.stringify({ pid: 999_999_999, identity: 'gone' }));
    const all = [1, 2, 3, 4, 5].map(() => startChild(script));
    // The one that has it keeps it until the last has asked, however late that one starts.
    await Promise.all(all.map((child) => child.says('\n')));

    const said = all.map((child) => child.output().trim()).sort();
    expect(said).toEqual(['LockedError', 'LockedError', 'LockedError', 'LockedError', 'won']);
  });
});

describe('processIdentity', () => {
  it('stays the same for a living process and is missing for one that has gone', async () => {
    const child = startChild(`console.log('here'); setInterval(() => {}, 1000);`);
    await child.says('here');
    const pid = child.process.pid ?? 0;

    expect(processIdentity(pid)).toBe(processIdentity(pid));
    expect(processIdentity(pid)).not.toBe(processIdentity(process.pid));
    child.process.kill('SIGKILL');
    await child.ended;
    expect(processIdentity(pid)).toBeUndefined();
  });

  /** What `ps` is asked for on macOS, by a process of that time zone and language. */
  const askPs = async (zone: string, language: string, path = process.env.PATH) => {
    const child = startChild(`
      Object.defineProperty(process, 'platform', { value: 'darwin' });
      Object.assign(process.env, { TZ: '${zone}', LC_ALL: '${language}', PATH: '${path}' });
      console.log(lifecycle.processIdentity(${process.pid}));`);
    expect(await child.ended).toBe(0);
    return child.output().trim();
  };

  it('does not change with the time zone where it has to be asked of ps', async () => {
    const [here, there] = await Promise.all([askPs('UTC', 'C'), askPs('Asia/Tokyo', 'C')]);

    expect(here).toMatch(/ \d\d:\d\d:\d\d \d{4}$/);
    // ps works it out from the age of the process, and may be a second off.
    expect(Math.abs(Date.parse(there) - Date.parse(here))).toBeLessThanOrEqual(2_000);
  });

  it('asks ps in its own language, and for each column by itself, as the ps of macOS wants it', async () => {
    const programs = join(folder, 'bin');
    mkdirSync(programs);
    writeFileSync(join(programs, 'ps'), '#!/bin/sh\necho S "$LC_ALL" "$TZ" "$@"\n', { mode: 0o755 });

    const identity = await askPs('Asia/Tokyo', 'ja_JP.UTF-8', `${programs}:/usr/bin:/bin`);

    expect(identity).toBe(`C UTC -o stat= -o lstart= -p ${process.pid}`);
  });
});
