import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringDemoContent, wantsDemoContent } from '../src/demo-content.ts';

let folder: string;
let api: Server;
let totals: Record<string, number>;
let options: { origin: string; stateFile: string; picturesDir: string };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'));
  totals = { photos: 0, galleries: 0 };
  api = createServer((request, response) => {
    const list = new URL(request.url ?? '', 'http://localhost').pathname.replace('/api/', '');
    response.end(JSON.stringify({ total: totals[list] }));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  options = { origin, stateFile: join(folder, 'demo.json'), picturesDir: join(folder, 'pictures') };
});
afterEach(() => {
  api.close();
  rmSync(folder, { recursive: true });
});

const state = () => readFileSync(options.stateFile, 'utf8');

it('belongs into an empty site', async () => {
  expect(await wantsDemoContent(options)).toBe(true);
});

it.each(['photos', 'galleries'])('does not belong into a site with %s of the artist', async (list) => {
  totals[list] = 1;

  expect(await wantsDemoContent(options)).toBe(false);
});

it('is gone on with where an earlier start was interrupted', async () => {
  totals.photos = 5;
  writeFileSync(options.stateFile, '{"state":"started"}');

  expect(await wantsDemoContent(options)).toBe(true);
});

it('does not come back once the artist has deleted it', async () => {
  writeFileSync(options.stateFile, '{"state":"done"}');

  expect(await wantsDemoContent(options)).toBe(false);
});

it('counts as started from before it is brought until all of it is there', async () => {
  const seen: string[] = [];
  const seed = async () => void seen.push(state());

  await bringDemoContent({ ...options, seed }, () => undefined);

  expect([...seen, state()]).toEqual(['{"state":"started"}', '{"state":"done"}']);
});

it('stays started where it fails', async () => {
  const seed = () => Promise.reject(new Error('no space'));

  await expect(bringDemoContent({ ...options, seed }, () => undefined)).rejects.toThrow('no space');
  expect(state()).toBe('{"state":"started"}');
});
