import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadDemoContent, findDemoAccount, needsDemoContent, type DemoContentOptions } from '../src/demo-content.ts';

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
    const body = {
      'public/demo': { demo },
      'auth/login': { token: 'of-the-demo' },
      // Everything is hidden: visitors see nothing.
    }[path] ?? { total: isAdministrator ? totals[path] : 0 };
    response.end(JSON.stringify(body));
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

it.each([account, null])('findDemoAccount reads the demo account from the site: %p', async (expected) => {
  demo = expected;

  expect(await findDemoAccount(options.origin)).toEqual(expected);
});

it('an empty site needs demo content', async () => {
  expect(await needsDemoContent(options)).toBe(true);
});

it.each(['photos', 'galleries'])('a site with %s, visible or hidden, needs no demo content', async (list) => {
  totals[list] = 1;

  expect(await needsDemoContent(options)).toBe(false);
});

it('an interrupted upload resumes at the next start', async () => {
  totals.photos = 5;
  writeFileSync(options.stateFile, '{"state":"started"}');

  expect(await needsDemoContent(options)).toBe(true);
});

it('deleted demo content is not uploaded again', async () => {
  writeFileSync(options.stateFile, '{"state":"done"}');

  expect(await needsDemoContent(options)).toBe(false);
});

it('the state file holds `started` during the upload and `done` after it', async () => {
  const seen: string[] = [];
  const seed = async () => void seen.push(state());

  await uploadDemoContent({ ...options, seed }, () => undefined);

  expect([...seen, state()]).toEqual(['{"state":"started"}', '{"state":"done"}']);
});

it('the state stays `started` when the upload fails', async () => {
  const seed = () => Promise.reject(new Error('no space'));

  await expect(uploadDemoContent({ ...options, seed }, () => undefined)).rejects.toThrow('no space');
  expect(state()).toBe('{"state":"started"}');
});
