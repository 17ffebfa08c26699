import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { duration, interpolate, readCompose } from './compose-file.ts';
import { readStage } from './dockerfile.ts';

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
])('puts variables in as Compose does: %s with %o', (text, variables, expected) => {
  expect(interpolate(text, variables as Record<string, string>)).toBe(expected);
});

it('says which variable is wanted', () => {
  expect(() => readCompose(read('docker-compose.yml'), {})).toThrow('POSTGRES_PASSWORD');
});

it.each([
  ['40s', 40_000],
  ['1m30s', 90_000],
  ['500ms', 500],
])('knows how long %s is', (text, expected) => {
  expect(duration(text)).toBe(expected);
});

it('reads what a part is told by its image and by the stages below', () => {
  expect(readStage(read('Dockerfile'), 'worker')).toEqual({
    env: { NODE_ENV: 'production', METRICS_PORT: '9464', MALLOC_ARENA_MAX: '2' },
    command: ['node', '--enable-source-maps', 'worker/dist/start.cjs'],
  });
});
