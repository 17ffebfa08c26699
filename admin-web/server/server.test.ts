import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadEnv } from '@portfolio/config';
import type { FastifyInstance } from 'fastify';
import { AdminWebEnv } from './env.ts';
import { createServer } from './server.ts';

let files: string;
let server: FastifyInstance;

beforeEach(async () => {
  files = await mkdtemp(join(tmpdir(), 'admin-web-'));
  await mkdir(join(files, 'assets'));
  await writeFile(join(files, 'index.html'), '<title>Back office</title>');
  await writeFile(join(files, 'config.json'), '{ "apiOrigin": "from the build" }');
  await writeFile(join(files, 'mf-manifest.json'), '{}');
  await writeFile(join(files, 'remoteEntry.js'), 'export {};');
  await writeFile(join(files, 'assets', 'app-1a2b.js'), 'plain');
  await writeFile(join(files, 'assets', 'app-1a2b.js.br'), 'compressed');
  server = await createServer({
    files,
    apiOrigin: 'https://api.example.org',
    publicOrigin: 'https://example.org',
  });
});

afterEach(async () => {
  await server.close();
  await rm(files, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

describe('the file server', () => {
  it('returns the origins of API and public site', async () => {
    const answer = await get('/admin-app/config.json');

    expect(answer.json()).toEqual({ apiOrigin: 'https://api.example.org', publicOrigin: 'https://example.org' });
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it.each(['/admin-app/', '/admin-app/photos', '/admin-app/galleries?status=all', '/admin-app/login'])(
    'serves the page at %s',
    async (url) => {
      const answer = await get(url);

      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('Back office');
      expect(answer.headers['content-type']).toMatch('text/html');
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it('limits pages to the API and its images by a Content-Security-Policy', async () => {
    const { headers } = await get('/admin-app/photos');

    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("connect-src 'self' https://api.example.org;");
    expect(policy).toContain("img-src 'self' data: blob: https://api.example.org;");
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

  it.each(['/%zz', '/admin-app/%zz', '/admin-app/%E0%A4%A'])(
    'responds to the malformed address %s with 400',
    async (url) => {
      const answer = await get(url);

      expect([answer.statusCode, answer.body]).toEqual([400, 'Bad request']);
      expect(answer.headers['content-type']).toMatch('text/plain');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('rejects a path outside its folder', async () => {
    expect((await get('/admin-app/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404);
  });

  it('caches hashed files as immutable and revalidates the others', async () => {
    expect((await get('/admin-app/assets/app-1a2b.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    for (const url of ['/admin-app/mf-manifest.json', '/admin-app/remoteEntry.js', '/admin-app/']) {
      const { headers } = await get(url);
      expect([url, headers['cache-control']]).toEqual([url, 'no-cache']);
      expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    }
  });

  it('finds the files of a new build without a restart', async () => {
    await writeFile(join(files, 'assets', 'app-3c4d.js'), 'new');

    expect((await get('/admin-app/assets/app-3c4d.js')).body).toBe('new');
  });

  it('serves files compressed at build time', async () => {
    const answer = await get('/admin-app/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });

    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['content-type']).toMatch('javascript');
    expect(answer.body).toBe('compressed');
    expect((await get('/admin-app/assets/app-1a2b.js')).body).toBe('plain');
  });

  it('allows the public site to load its files', async () => {
    const { headers } = await get('/admin-app/mf-manifest.json', { origin: 'https://example.org' });

    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  it.each(['/', '/admin-app'])('redirects %s to the app', async (url) => {
    const answer = await get(url);

    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/admin-app/');
  });

  it('responds to the health check', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'ok' });
  });
});

describe('the environment', () => {
  it('accepts origins and rejects longer addresses', () => {
    expect(loadEnv(AdminWebEnv, { API_ORIGIN: 'http://127.0.0.1:3001' }).API_ORIGIN).toBe('http://127.0.0.1:3001');
    for (const wrong of ['https://example.org/api', "https://x'; script-src *", 'example.org']) {
      expect(() => loadEnv(AdminWebEnv, { API_ORIGIN: wrong })).toThrow('API_ORIGIN: must be an origin');
    }
  });
});
