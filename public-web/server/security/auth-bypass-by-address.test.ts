import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
  site.api.responses['/health'] = () => ({ inside: true });
  site.api.responses['/metrics'] = () => ({ inside: true });
});
afterAll(() => site.stop());

/** Requests an unnormalized path, which `fetch` would resolve first. */
function getRaw(path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(site.origin, { path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    clientRequest.once('error', reject).end();
  });
}

describe('the API proxy reaches no other path', () => {
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
    site.api.requests.length = 0;
    const { text } = await getRaw(target);

    expect(text).not.toContain('inside');
    for (const { url } of site.api.requests) expect(url).toMatch(/^\/(api|media)\//);
  });
});

describe('headers that the API trusts', () => {
  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'gopher'],
  ])('%s is set by this server', async (header, value) => {
    site.api.requests.length = 0;
    await getRaw('/api/public/settings', { [header]: `${value}, 10.9.8.7` });

    expect(site.api.requests).toHaveLength(1);
    expect(String(site.api.requests[0]!.headers[header])).not.toMatch(/10\.9\.8\.7|evil|gopher/);
  });

  it('the token is sent to API paths only', async () => {
    for (const target of ['/API/photos', '/api', '//api/photos', '/Api/photos/1', '/apiphotos']) {
      site.api.requests.length = 0;
      const { status } = await getRaw(target, { authorization: 'Bearer secret' });
      expect([301, 400, 404]).toContain(status);
      for (const { url, headers } of site.api.requests)
        if (!/^\/api(\/|$)/.test(url ?? '')) expect(headers).not.toHaveProperty('authorization');
    }
  });
});
