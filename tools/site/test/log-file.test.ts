import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogFile } from '../src/log-file.ts';

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
