import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import fs, {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogFile } from '../src/supervisor/log-file.ts';
import { waitUntil } from '../src/supervisor/wait-until.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
  path = join(folder, 'api.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('returns the last lines of this run alone', () => {
  appendFileSync(path, 'an earlier run\n');
  const log = new LogFile(path);
  appendFileSync(path, 'one\ntwo\n\nthree\n');

  expect(log.lastLines(2)).toEqual(['two', 'three']);
  expect(log.lastLines()).toEqual(['one', 'two', 'three']);
  log.close();
});

it('has no lines once its file is deleted', () => {
  const log = new LogFile(path);
  rmSync(path);

  expect(log.lastLines()).toEqual([]);
  log.close();
});

it('formats JSON lines of our logger as message and stack', () => {
  const log = new LogFile(path);
  const err = { type: 'Error', message: 'no connection', stack: 'Error: no connection\n    at connect (db.ts:1:1)' };
  appendFileSync(path, `${JSON.stringify({ level: 50, msg: 'the request failed', err })}\n`);
  appendFileSync(path, `${JSON.stringify({ level: 30, msg: 'listening' })}\n{ not json\n`);

  expect(log.lastLines()).toEqual([
    'the request failed: no connection',
    '    at connect (db.ts:1:1)',
    'listening',
    '{ not json',
  ]);
  expect(log.lastLines(3)[0]).toBe('the request failed: no connection');
  log.close();
});

it('moves a large log to .old at the start', () => {
  appendFileSync(path, 'old');
  truncateSync(path, 6 * 1024 * 1024);
  const log = new LogFile(path);
  appendFileSync(path, 'new\n');

  expect(readFileSync(path, 'utf8')).toBe('new\n');
  expect(readFileSync(`${path}.old`, 'utf8')).toMatch(/^old/);
  log.close();
});

it('rotates a large log while a process writes to it', async () => {
  const log = new LogFile(path);
  const file = openSync(path, 'a');
  for (const text of ['first', 'second']) {
    writeSync(file, `${text}\n${'x'.repeat(6 * 1024 * 1024)}`);
    await waitUntil(() => statSync(path).size === 0);
    writeSync(file, `after ${text}\n`);

    expect(readFileSync(path, 'utf8')).toBe(`after ${text}\n`);
    expect(log.lastLines()).toEqual([`after ${text}`]);
    expect(readFileSync(`${path}.old`, 'utf8')).toContain(text);
  }
  expect(statSync(`${path}.old`).size).toBeGreaterThan(6 * 1024 * 1024);
  closeSync(file);
  log.close();
});

it('truncates a large log when .old cannot be written', async () => {
  mkdirSync(join(`${path}.old`, 'in the way'), { recursive: true });
  const log = new LogFile(path);
  appendFileSync(path, 'x'.repeat(6 * 1024 * 1024));

  await waitUntil(() => statSync(path).size === 0);
  log.close();
});

it('returns no lines of earlier runs when the truncation fails', async () => {
  appendFileSync(path, 'an earlier run\n'.repeat(349_000));
  const log = new LogFile(path);
  const truncate = jest.spyOn(fs, 'truncateSync').mockImplementation(() => {
    throw new Error('not permitted');
  });
  syncBuiltinESMExports();
  appendFileSync(path, 'one\n'.repeat(2_000));

  await waitUntil(() => truncate.mock.calls.length > 0).finally(() => {
    jest.restoreAllMocks();
    syncBuiltinESMExports();
  });

  expect(new Set(log.lastLines(3_000))).toEqual(new Set(['one']));
  log.close();
});
