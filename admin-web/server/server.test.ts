import { access, copyFile, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { loadEnv } from '@portfolio/config';
import type { FastifyInstance } from 'fastify';
import { AdminWebEnv } from './env.ts';
import { createServer } from './server.ts';

let folder: string;
let files: string;
let server: FastifyInstance;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'admin-web-'));
  // Installed below a folder that is named as that of the hashed files.
  files = join(folder, 'assets', 'back-office');
  await mkdir(join(files, 'assets'), { recursive: true });
  await writeFile(join(files, 'index.html'), '<title>Back office</title>');
  await writeFile(join(files, 'config.json'), '{ "apiOrigin": "from the build" }');
  await writeFile(join(files, 'mf-manifest.json'), '{}');
  await writeFile(join(files, 'remoteEntry.js'), 'export {};');
  await copyFile(new URL('../public/manifest.webmanifest', import.meta.url), join(files, 'manifest.webmanifest'));
  await writeFile(join(files, 'share-worker.js'), 'export {};');
  await writeFile(join(files, 'assets', 'app-1a2b.js'), 'plain');
  await writeFile(join(files, 'assets', 'app-1a2b.js.br'), 'compressed');
  server = await createServer({
    files,
    apiOrigin: 'https://api.example.org',
    publicOrigin: 'https://example.org',
  });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

describe('the back office’s server', () => {
  it('serves the origins of API and public site to the pages', async () => {
    const response = await get('/admin-app/config.json');

    expect(response.json()).toEqual({ apiOrigin: 'https://api.example.org', publicOrigin: 'https://example.org' });
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  it.each(['/admin-app/', '/admin-app/photos', '/admin-app/galleries?status=all', '/admin-app/login'])(
    'serves the app’s page at %s',
    async (url) => {
      const warn = jest.spyOn(process, 'emitWarning');
      const response = await get(url);

      expect(warn.mock.calls).toEqual([]);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('Back office');
      expect(response.headers['content-type']).toMatch('text/html');
      expect(response.headers['cache-control']).toBe('no-cache');
    },
  );

  it('limits its pages to the API’s requests and images', async () => {
    const { headers } = await get('/admin-app/photos');

    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("connect-src 'self' https://api.example.org;");
    expect(policy).toContain("img-src 'self' data: blob: https://api.example.org;");
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    '/admin-app/assets/app-0000.js',
    '/admin-app/remoteEntry.ssr.js',
    '/admin-app/assets/',
    '/elsewhere',
    '//[',
    '//x/admin-app/',
  ])('responds to %s with 404', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it.each(['/%zz', '/admin-app/%zz', '/admin-app/%E0%A4%A'])('responds to %s with 400', async (url) => {
    const response = await get(url);

    expect([response.statusCode, response.body]).toEqual([400, 'Bad request']);
    expect(response.headers['content-type']).toMatch('text/plain');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  it('serves no file outside of its folder', async () => {
    await writeFile(join(folder, 'secret.txt'), 'secret');

    expect((await get('/admin-app/..%2f..%2fsecret.txt')).statusCode).toBe(404);
  });

  it('makes hashed files immutable and has others revalidated', async () => {
    expect((await get('/admin-app/assets/app-1a2b.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    const unhashed = ['mf-manifest.json', 'remoteEntry.js', '', 'manifest.webmanifest', 'share-worker.js'];
    for (const url of unhashed.map((name) => `/admin-app/${name}`)) {
      const { headers } = await get(url);
      expect([url, headers['cache-control']]).toEqual([url, 'no-cache']);
      expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    }
  });

  it('serves a web app manifest whose addresses are its own', async () => {
    const response = await get('/admin-app/manifest.webmanifest');
    const { start_url, scope, share_target, icons, ...manifest } = response.json();

    expect(response.headers['content-type']).toMatch('application/manifest+json');
    expect(manifest).toMatchObject({ name: 'Portfolio back office', display: 'standalone' });
    expect(share_target).toMatchObject({ method: 'POST', enctype: 'multipart/form-data' });
    for (const address of [start_url, share_target.action]) expect(address.startsWith(scope)).toBe(true);
    for (const { src } of icons) await access(new URL(`../public/${src}`, import.meta.url));
  });

  it('redirects photos shared without an active service worker to the page that says so', async () => {
    const payload = new FormData();
    payload.append('photos', new Blob(['x']), 'harbour.jpg');

    const response = await server.inject({ method: 'POST', url: '/admin-app/share', payload });

    expect([response.statusCode, response.headers.location]).toEqual([303, '/admin-app/photos?shared']);
  });

  it('finds the files of a new build without a restart', async () => {
    await writeFile(join(files, 'assets', 'app-3c4d.js'), 'new');

    expect((await get('/admin-app/assets/app-3c4d.js')).body).toBe('new');
  });

  it('serves precompressed files', async () => {
    const response = await get('/admin-app/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });

    expect(response.headers['content-encoding']).toBe('br');
    expect(response.headers['content-type']).toMatch('javascript');
    expect(response.body).toBe('compressed');
    expect((await get('/admin-app/assets/app-1a2b.js')).body).toBe('plain');
  });

  it('allows the public site to load its files', async () => {
    const { headers } = await get('/admin-app/mf-manifest.json', { origin: 'https://example.org' });

    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  it.each(['/', '/admin-app'])('redirects from %s to the app', async (url) => {
    const response = await get(url);

    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe('/admin-app/');
  });

  it('responds to the health check', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'ok' });
  });
});

describe('the environment of the back office’s server', () => {
  it('accepts origins without a path', () => {
    expect(loadEnv(AdminWebEnv, { API_ORIGIN: 'http://127.0.0.1:3001' }).API_ORIGIN).toBe('http://127.0.0.1:3001');
    for (const wrong of ['https://example.org/api', "https://x'; script-src *", 'example.org']) {
      expect(() => loadEnv(AdminWebEnv, { API_ORIGIN: wrong })).toThrow('API_ORIGIN: must be an origin');
    }
  });
});
