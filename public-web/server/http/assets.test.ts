import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEnv } from '../env.ts';
import { startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite({ ADMIN_REMOTE_URL: 'https://admin.example/admin-app/mf-manifest.json' });
});
afterAll(() => site.stop());

describe('built files', () => {
  it('with hashed names are immutable', async () => {
    const response = await site.get('/assets/entry-abc.js');

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('with fixed names are cached for a day', async () => {
    expect((await site.get('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=86400');
  });

  it('include the service worker of the back office, below its address alone and revalidated', async () => {
    const response = await site.get('/admin/share-worker.js');

    expect([response.status, await response.text()]).toEqual([200, 'export {};']);
    expect(response.headers.get('content-type')).toMatch('javascript');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('service-worker-allowed')).toBeNull();
    expect((await site.get('/share-worker.js')).status).toBe(404);
  });

  it('are limited to their folders', async () => {
    expect((await site.get('/assets/gone.js')).status).toBe(404);
    expect((await site.get('/assets/..%2ffavicon.svg')).status).toBe(404);
    expect((await site.get('/favicon.svg')).status).toBe(200);
  });
});

describe('the share target', () => {
  it('redirects photos shared without an active service worker to the page that says so', async () => {
    const body = new FormData();
    body.append('photos', new Blob([Buffer.alloc(3_000_000)]), 'harbour.jpg');

    const response = await fetch(`${site.origin}/admin/share`, { method: 'POST', body, redirect: 'manual' });

    expect([response.status, response.headers.get('location')]).toEqual([303, '/admin/photos?shared']);
  });
});

describe('the back office page', () => {
  it.each(['/admin', '/admin/', '/admin/photos/3'])('at %s contains the URL of its remote', async (path) => {
    const response = await site.get(path);
    const html = await response.text();

    expect(response.status).toBe(200);
    expect(configIn(html)).toMatchObject({ manifestUrl: 'https://admin.example/admin-app/mf-manifest.json' });
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  });

  it("allows code, styles and requests of the remote's origin only", async () => {
    const policy = (await site.get('/admin')).headers.get('content-security-policy');

    for (const directive of ['script-src', 'connect-src', 'font-src']) {
      expect(policy).toContain(`${directive} 'self' https://admin.example;`);
    }
    expect(policy).toContain("style-src 'self' https://admin.example 'unsafe-inline';");
    expect(policy).toContain("worker-src 'self';");
    expect(policy).toContain("default-src 'none';");
    const origins = [...String(policy).matchAll(/https?:\/\/[^\s;]+/g)].map(([origin]) => origin);
    expect([...new Set(origins)]).toEqual(['https://admin.example']);
  });

  it('links to the standalone app of a remote with another origin', async () => {
    expect(configIn(await (await site.get('/admin')).text())).toMatchObject({
      standaloneUrl: 'https://admin.example/admin-app/',
    });
  });

  it.each([
    [{}, undefined],
    [{ ADMIN_URL: 'https://studio.example/admin-app/' }, 'https://studio.example/admin-app/'],
  ])('links to the configured standalone app of a remote with this origin: %j', async (env, standaloneUrl) => {
    const other = await startTestSite(env);
    try {
      const config = configIn(await (await other.get('/admin')).text());

      expect(config).toEqual({ manifestUrl: '/admin-app/mf-manifest.json', standaloneUrl });
    } finally {
      await other.stop();
    }
  });
});

describe('the environment', () => {
  it('has defaults for a site on one machine', () => {
    expect(readEnv({})).toMatchObject({ PORT: 3000, ADMIN_REMOTE_URL: '/admin-app/mf-manifest.json' });
  });

  it('rejects invalid URLs at start', () => {
    const source = {
      ...{ API_URL: 'nonsense', ADMIN_REMOTE_URL: '"><script>' },
      ...{ ADMIN_URL: 'javascript:alert(1)', PUBLIC_URL: 'elin.example' },
    };

    expect(() => readEnv(source)).toThrow(/API_URL.*\n.*ADMIN_REMOTE_URL.*\n.*ADMIN_URL.*\n.*PUBLIC_URL/);
  });
});

it('the health check responds with ok', async () => {
  expect(await (await site.get('/health')).json()).toEqual({ status: 'ok' });
});

const configIn = (html: string) =>
  JSON.parse(/<script id="admin-config" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '');
