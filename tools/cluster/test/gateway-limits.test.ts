import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ERRORS } from '@portfolio/contracts';
import { describeWithNginx } from '@portfolio/testing/describe-with';
import { GatewayUnderTest, Stub } from './gateway-under-test.ts';

const { message } = ERRORS['request.too-many'];
const PLAIN = ['text/plain', `${message}\n`];
const JSON_BODY = ['application/json', JSON.stringify({ statusCode: 429, message, code: 'request.too-many' })];

/** Requests sent at once: the burst of one visitor is smaller. */
const REQUESTS = 340;

describeWithNginx('the limits of the gateway', () => {
  let service: Stub;
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    service = await Stub.start();
    const upstreams = { api: [service.port], 'public-web': [service.port], 'admin-web': [service.port] };
    const trusted = 'set_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;\n';
    gateway = await GatewayUnderTest.start(upstreams, { GATEWAY_REQUESTS: '1' }, trusted);
  });
  afterAll(async () => {
    await gateway.stop();
    await service.stop();
  });

  it.each<[string, (n: number) => string, number[]]>([
    ['the addresses of one IPv6 /64', (n) => `2001:db8::${n}:${n}`, [200, 429]],
    ['several IPv6 /64', (n) => `2001:db8:1:${n}::1`, [200]],
    ['several IPv4 addresses', (n) => `192.0.${n >> 8}.${n & 255}`, [200]],
    ['several IPv4 addresses in IPv6 form', (n) => `::ffff:198.51.${n >> 8}.${n & 255}`, [200]],
  ])('of %s', async (_, address, statuses) => {
    const responses = await Promise.all(
      Array.from({ length: REQUESTS }, (_, n) =>
        gateway.send('/api/photos', { headers: { 'x-forwarded-for': address(n) } }),
      ),
    );

    expect([...new Set(responses.map(({ status }) => status))].sort()).toEqual(statuses);
  });

  it.each([
    ['GET', '/galleries/sea', ...PLAIN],
    ['GET', '/media/1/abc/640.avif', ...PLAIN],
    ['GET', '/api/photos', ...JSON_BODY],
    ['DELETE', '/api/photos/1', ...JSON_BODY],
    ['POST', '/api/photos/upload', ...JSON_BODY],
    ['DELETE', '/api/admin/settings/background-image', ...JSON_BODY],
  ])('refuse %s %s with Retry-After, as %s', async (method, path, type, text) => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const responses = await Promise.all(
      Array.from({ length: REQUESTS }, () => gateway.send(path, { method, headers })),
    );

    const refused = responses.find(({ status }) => status === 429);
    expect(refused).toMatchObject({
      text,
      headers: { 'content-type': type, 'retry-after': '5', 'cache-control': 'no-store' },
    });
    expect(refused!.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it("leave the API's own response as it is", async () => {
    service.respond = (_, response) => void response.writeHead(429, { 'retry-after': '540' }).end('wait');
    const { status, text, headers } = await gateway.send('/api/comments', { method: 'POST' });

    expect([status, text, headers['retry-after']]).toEqual([429, 'wait', '540']);
  });
});
