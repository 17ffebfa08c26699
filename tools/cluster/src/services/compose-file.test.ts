import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { duration, substitute, readCompose, readStage } from './compose-file.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../..', name), 'utf8');

it.each([
  ['${A}', { A: 'x' }, 'x'],
  ['${A}', {}, ''],
  ['${A:-y}', {}, 'y'],
  ['${A:-y}', { A: '' }, 'y'],
  ['${A-y}', { A: '' }, ''],
  ['a ${A:?needed} b', { A: 'x' }, 'a x b'],
  ['${TLS:-./deploy/gateway}:/x', {}, './deploy/gateway:/x'],
  ['$$HOME', {}, '$HOME'],
])('`substitute` replaces the variables of %s with %o', (text, variables, expected) => {
  expect(substitute(text, variables as Record<string, string>)).toBe(expected);
});

it('readCompose names a missing required variable', () => {
  expect(() => readCompose(read('docker-compose.yml'), {})).toThrow('POSTGRES_PASSWORD');
});

it.each([
  ['40s', 40_000],
  ['1m30s', 90_000],
  ['500ms', 500],
])('duration parses %s', (text, expected) => {
  expect(duration(text)).toBe(expected);
});

it('readStage merges a stage with its base stages', () => {
  expect(readStage(read('Dockerfile'), 'worker')).toEqual({
    env: { NODE_ENV: 'production', METRICS_PORT: '9464', MALLOC_ARENA_MAX: '2' },
    command: ['node', '--enable-source-maps', 'worker/dist/start.cjs'],
  });
});
