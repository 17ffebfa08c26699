import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { describeWithNginx } from '@portfolio/testing/describe-with';
import { GatewayUnderTest, Stub } from './gateway-under-test.ts';

describeWithNginx('the log of the gateway', () => {
  let api: Stub;
  let second: Stub;
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    [api, second] = await Promise.all([Stub.start(), Stub.start()]);
    const upstreams = { api: [api.port, second.port], 'public-web': [api.port], 'admin-web': [api.port] };
    gateway = await GatewayUnderTest.start(upstreams, { TLS: 'yes' });
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all([api.stop(), second.stop()]);
  });

  it('has no warning of the start', () => {
    expect(gateway.log()).toEqual(['']);
  });

  it('has failed and retried requests, without addresses of visitors and without queries', async () => {
    const visitor = { from: '127.0.0.7' };
    await api.stop();
    for (let n = 0; n < 4; n += 1) await gateway.sendOverTls('/api/photos?ticket=secret', visitor);
    await gateway.sendOverTls('/galleries?search=secret', visitor);
    await gateway.sendOverTls('/%zz?ticket=secret', visitor);

    await waitUntil(() => gateway.log().some((line) => line.includes('"status":400')));
    const lines = gateway.log().map((line) => JSON.parse(line) as { path: string; status: number });
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: '/api/photos', status: 200, upstreamStatus: '502, 200' }),
        expect.objectContaining({ path: '/galleries', status: 503 }),
      ]),
    );
    expect(gateway.log().join('\n')).not.toMatch(/127\.0\.0\.7|secret/);
  });
});
