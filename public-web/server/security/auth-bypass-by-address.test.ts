import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
  site.api.answers['/health'] = () => ({ inside: true });
  site.api.answers['/metrics'] = () => ({ inside: true });
});
afterAll(() => site.stop());

/** Asks as it is written, which `fetch` would put in order first. */
function ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(site.origin, { path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asking.once('error', reject).end();
  });
}

describe('the way to the API leads to nothing beside it', () => {
  it.each([
    '/api/../metrics',
    '/api/%2e%2e/metrics',
    '/api/..%2fmetrics',
    '/api/..;/metrics',
    '/media/../health',
    '/media/%2e%2e/metrics',
    '/media/..%5cmetrics',
    '/api//../metrics',
    '/api/../../metrics',
    '/api@127.0.0.1:1/metrics',
    '/api/%252e%252e/metrics',
  ])('%s', async (target) => {
    site.api.asked.length = 0;
    const { text } = await ask(target);

    expect(text).not.toContain('inside');
    for (const { url } of site.api.asked) expect(url).toMatch(/^\/(api|media)\//);
  });
});

describe('what the API decides by is not what a stranger writes', () => {
  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'gopher'],
  ])('%s is this server’s own word', async (header, value) => {
    site.api.asked.length = 0;
    await ask('/api/public/settings', { [header]: `${value}, 10.9.8.7` });

    const [asked] = site.api.asked;
    expect(String(asked?.headers[header])).not.toMatch(/10\.9\.8\.7|evil|gopher/);
  });

  it('a token goes to the API with its own request, and a capital or a slash makes no page of it', async () => {
    for (const target of ['/API/photos', '/api', '//api/photos', '/Api/photos/1', '/apiphotos']) {
      site.api.asked.length = 0;
      const { status } = await ask(target, { authorization: 'Bearer secret' });
      expect([301, 400, 404]).toContain(status);
      for (const { url, headers } of site.api.asked)
        if (!url?.startsWith('/api')) expect(headers).not.toHaveProperty('authorization');
    }
  });
});
