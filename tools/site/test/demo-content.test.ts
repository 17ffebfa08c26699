import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringDemoContent, findDemoAccount, wantsDemoContent, type DemoContentOptions } from '../src/demo-content.ts';

const account = { email: 'demo@example.com', password: 'demo-portfolio' };

let folder: string;
let api: Server;
let totals: Record<string, number>;
let demo: DemoContentOptions['account'] | null;
let options: DemoContentOptions;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'));
  totals = { photos: 0, galleries: 0 };
  demo = account;
  api = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname.replace('/api/', '');
    const isAdministrator = request.headers.authorization === 'Bearer of-the-demo';
    const answer = {
      'public/demo': { demo },
      'auth/login': { token: 'of-the-demo' },
      // All of it is hidden: a visitor sees nothing.
    }[path] ?? { total: isAdministrator ? totals[path] : 0 };
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  options = { origin, account, stateFile: join(folder, 'demo.json') };
});
afterEach(() => {
  api.close();
  rmSync(folder, { recursive: true });
});

const state = () => readFileSync(options.stateFile, 'utf8');

it.each([account, null])('asks the site whether it has a demo account: %p', async (answer) => {
  demo = answer;

  expect(await findDemoAccount(options.origin)).toEqual(answer);
});

it('belongs into an empty site', async () => {
  expect(await wantsDemoContent(options)).toBe(true);
});

it.each(['photos', 'galleries'])('does not belong into a site with %s of the artist, seen or hidden', async (list) => {
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
