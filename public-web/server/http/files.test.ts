import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEnv } from '../env.ts';
import { startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite({ ADMIN_REMOTE_URL: 'https://admin.example/admin-app/mf-manifest.json' });
});
afterAll(() => site.stop());

describe('the files of the site', () => {
  it('may be kept for ever, since their names change with their content', async () => {
    const response = await site.get('/assets/entry-abc.js');

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('whose names stay may have changed tomorrow', async () => {
    expect((await site.get('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=86400');
  });

  it('are all there is: neither one that is gone nor one beside them is found', async () => {
    expect((await site.get('/assets/gone.js')).status).toBe(404);
    expect((await site.get('/assets/..%2ffavicon.svg')).status).toBe(404);
    expect((await site.get('/favicon.svg')).status).toBe(200);
  });
});

describe('the page of the back office', () => {
  it.each(['/admin', '/admin/', '/admin/photos/3'])('is at %s and knows where its remote is', async (path) => {
    const response = await site.get(path);
    const html = await response.text();

    expect(response.status).toBe(200);
    expect(configIn(html)).toMatchObject({ remote: 'https://admin.example/admin-app/mf-manifest.json' });
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('may take code, styles and answers of that origin and of no other', async () => {
    const policy = (await site.get('/admin')).headers.get('content-security-policy');

    for (const directive of ['script-src', 'connect-src', 'font-src']) {
      expect(policy).toContain(`${directive} 'self' https://admin.example;`);
    }
    expect(policy).toContain("style-src 'self' https://admin.example 'unsafe-inline';");
    expect(policy).toContain("default-src 'none';");
    const origins = [...String(policy).matchAll(/https?:\/\/[^\s;]+/g)].map(([origin]) => origin);
    expect([...new Set(origins)]).toEqual(['https://admin.example']);
  });

  it('knows that a remote of another origin is an app there, on its own', async () => {
    expect(configIn(await (await site.get('/admin')).text())).toMatchObject({
      ownAddress: 'https://admin.example/admin-app/',
    });
  });

  it.each([
    [{}, undefined],
    [{ ADMIN_URL: 'https://studio.example/admin-app/' }, 'https://studio.example/admin-app/'],
  ])('knows of a remote of this origin what it is told: %j', async (env, ownAddress) => {
    const other = await startTestSite(env);
    try {
      const config = configIn(await (await other.get('/admin')).text());

      expect(config).toEqual({ remote: '/admin-app/mf-manifest.json', ownAddress });
    } finally {
      await other.stop();
    }
  });
});

describe('the environment', () => {
  it('has defaults for a site on one machine', () => {
    expect(readEnv({})).toMatchObject({ PORT: 3000, ADMIN_REMOTE_URL: '/admin-app/mf-manifest.json' });
  });

  it('refuses what would only fail later', () => {
    const source = {
      ...{ API_URL: 'nonsense', ADMIN_REMOTE_URL: '"><script>' },
      ...{ ADMIN_URL: 'javascript:alert(1)', PUBLIC_URL: 'elin.example' },
    };

    expect(() => readEnv(source)).toThrow(/API_URL.*\n.*ADMIN_REMOTE_URL.*\n.*ADMIN_URL.*\n.*PUBLIC_URL/);
  });
});

it('says that it is well', async () => {
  expect(await (await site.get('/health')).json()).toEqual({ status: 'ok' });
});

const configIn = (html: string) =>
  JSON.parse(/<script id="admin-config" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '');
