import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogFile } from '../src/log-file.ts';
import { until } from './fake-site.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
  path = join(folder, 'api.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('gives the last lines of this run alone', () => {
  appendFileSync(path, 'an earlier run\n');
  const log = new LogFile(path);
  appendFileSync(path, 'one\ntwo\n\nthree\n');

  expect(log.lastLines(2)).toEqual(['two', 'three']);
  expect(log.lastLines()).toEqual(['one', 'two', 'three']);
  log.close();
});

it("puts our own logger's lines into words", () => {
  const log = new LogFile(path);
  const err = { type: 'Error', message: 'no connection', stack: 'Error: no connection\n    at connect (db.ts:1:1)' };
  appendFileSync(path, `${JSON.stringify({ level: 50, msg: 'could not ask', err })}\n`);
  appendFileSync(path, `${JSON.stringify({ level: 30, msg: 'listening' })}\n{ not json\n`);

  expect(log.lastLines()).toEqual([
    'could not ask: no connection',
    '    at connect (db.ts:1:1)',
    'listening',
    '{ not json',
  ]);
  log.close();
});

it('begins anew when the log has grown large, and keeps the old one', () => {
  appendFileSync(path, 'old');
  truncateSync(path, 6 * 1024 * 1024);
  const log = new LogFile(path);
  appendFileSync(path, 'new\n');

  expect(readFileSync(path, 'utf8')).toBe('new\n');
  expect(readFileSync(`${path}.old`, 'utf8')).toMatch(/^old/);
  log.close();
});

it('begins anew while a part writes, as often as it has grown large', async () => {
  const log = new LogFile(path);
  const part = openSync(path, 'a');
  for (const text of ['first', 'second']) {
    writeSync(part, `${text}\n${'x'.repeat(6 * 1024 * 1024)}`);
    await until(() => statSync(path).size === 0);
    writeSync(part, `after ${text}\n`);

    expect(readFileSync(path, 'utf8')).toBe(`after ${text}\n`);
    expect(log.lastLines()).toEqual([`after ${text}`]);
    expect(readFileSync(`${path}.old`, 'utf8')).toContain(text);
  }
  expect(statSync(`${path}.old`).size).toBeGreaterThan(6 * 1024 * 1024);
  closeSync(part);
  log.close();
});

it('begins anew without an old log where there is no room for one', async () => {
  mkdirSync(join(`${path}.old`, 'in the way'), { recursive: true });
  const log = new LogFile(path);
  appendFileSync(path, 'x'.repeat(6 * 1024 * 1024));

  await until(() => statSync(path).size === 0);
  log.close();
});
