import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithNginx } from '@portfolio/testing/describe-with';
import { GatewayUnderTest, Stub } from './gateway-under-test.ts';

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
});
