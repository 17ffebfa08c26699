import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { isFullLevel } from '@portfolio/testing/level';
import { describeWithNginx } from '@portfolio/testing/describe-with';
import { GatewayUnderTest, Stub } from './gateway-under-test.ts';

let api: Stub;
let second: Stub;
let pages: Stub;
let admin: Stub;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  [api, second, pages, admin] = await Promise.all([Stub.start(), Stub.start(), Stub.start(), Stub.start()]);
});
afterAll(() => Promise.all([api, second, pages, admin].map((stub) => stub.stop())));
beforeEach(() => {
  for (const stub of [api, second, pages, admin]) {
    stub.requests.length = 0;
    stub.respond = (_, response) => void response.end('here');
  }
});

/** @param apis instances of the API */
async function startGateway(apis: Stub[], environment?: Record<string, string>): Promise<void> {
  const upstreams = { api: apis.map(({ port }) => port), 'public-web': [pages.port], 'admin-web': [admin.port] };
  gateway = await GatewayUnderTest.start(upstreams, environment);
}

/** Cache-Control of public photos. */
const PUBLIC_CACHING = 'public, max-age=31536000, immutable, s-maxage=0';

/** Header by which the API lets the gateway cache a photo and revalidate it at each request. */
const cacheHeader = (headers: IncomingHttpHeaders): Record<string, string> =>
  headers['x-kept-by-gateway'] === '1' ? { 'x-accel-expires': '@1' } : {};

/** Unique paths, which no test has cached. */
let paths = 0;
const newPath = (prefix = '/') => `${prefix}page-${(paths += 1)}`;

/** Requests that are not idempotent. */
const CHANGES = [
  ['POST', '/api/comments', 'x'],
  ['PUT', '/api/photos/1', 'x'],
  ['DELETE', '/api/photos/1', ''],
  ['DELETE', '/api/admin/settings/background-image', ''],
] as const;

/** Bytes of a response that its socket has not sent yet. */
const unsentBytes = ({ socket }: ServerResponse) =>
  (socket as { _handle?: { writeQueueSize: number } } | null)?._handle?.writeQueueSize ?? 0;

/** Repeats `work` until it runs within one cache key of pages, which changes every ten seconds. */
async function withinOneCacheKey<T>(work: () => Promise<T>): Promise<T> {
  const tenSeconds = () => Math.floor(Date.now() / 10_000);
  for (;;) {
    const start = tenSeconds();
    const result = await work();
    if (tenSeconds() === start) return result;
  }
}

describeWithNginx('the gateway', () => {
  beforeAll(() => startGateway([api]));
  afterAll(() => gateway.stop());

  it.each([
    ['/', () => pages],
    ['/galleries/sea', () => pages],
    ['/admin', () => pages],
    ['/api/photos', () => api],
    ['/media/1/abc/800.avif', () => api],
    ['/admin-app/mf-manifest.json', () => admin],
  ])('routes %s to its service', async (path, service) => {
    await gateway.send(path);

    expect(service().requests.map(({ url }) => url)).toEqual([path]);
  });

  it('sets the forwarding headers, and drops those of the visitor', async () => {
    const forged = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      'x-original-url': '/api/admin/settings',
      proxy: 'http://evil.example',
      connection: 'keep-alive, x-hop',
      upgrade: 'websocket',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'a=b',
      baggage: 'a=b',
    };
    await gateway.send(newPath(), { headers: forged });

    const [{ headers }] = pages.requests as [(typeof pages.requests)[0]];
    expect(headers).toMatchObject({
      host: 'site.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'site.example',
      'x-forwarded-proto': 'http',
    });
    const left = Object.keys(forged).filter((name) => name in headers && !/^(x-forwarded-|connection)/.test(name));
    expect(left).toEqual([]);
  });

  it('rejects other host names with 421', async () => {
    expect((await gateway.send('/', { host: 'evil.example' })).status).toBe(421);
    expect((await gateway.send('/', { host: 'site.example:80' })).status).toBe(200);
    expect(pages.requests).toHaveLength(1);
  });

  it('generates a request id, and passes a valid one on', async () => {
    const given = await gateway.send('/api/photos', { headers: { 'x-request-id': 'abc-DEF_123.4' } });
    const made = await gateway.send('/api/photos', { headers: { 'x-request-id': 'a b"c\u00e9' } });

    expect(given.headers['x-request-id']).toBe('abc-DEF_123.4');
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(api.requests.map(({ headers }) => headers['x-request-id'])).toEqual([
      'abc-DEF_123.4',
      made.headers['x-request-id'],
    ]);
  });

  it('caches a page for its s-maxage, except for signed-in requests', async () => {
    pages.respond = (_, response) => {
      response.setHeader('cache-control', 'public, max-age=0, s-maxage=60, must-revalidate');
      response.end(String(pages.requests.length));
    };
    const texts = await withinOneCacheKey(async () => {
      pages.requests.length = 0;
      const path = newPath();
      const read = async (headers = {}) => (await gateway.send(path, { headers })).text;
      return [await read(), await read(), await read({ authorization: 'Bearer x' }), await read()];
    });

    expect(texts).toEqual(['1', '1', '2', '1']);
  });

  it.each([
    ...['/feed.xml', '/feed.json', '/sitemap-photos1.xml', '/robots.txt', '/site.webmanifest'],
    ...['/admin/manifest.webmanifest', '/admin/share-worker.js'],
  ])('revalidates %s with its service', async (path) => {
    pages.respond = ({ headers }, response) => {
      const isCurrent = headers['if-none-match'] === '"1"';
      response.writeHead(isCurrent ? 304 : 200, { etag: '"1"', 'cache-control': 'public, no-cache' }).end();
    };
    const statuses = [];
    for (const tag of ['"0"', '"1"']) {
      statuses.push((await gateway.send(path, { headers: { 'if-none-match': tag } })).status);
    }

    expect(statuses).toEqual([200, 304]);
    expect(pages.requests[0]?.headers).toMatchObject({ host: 'site.example', 'x-forwarded-for': '127.0.0.1' });
  });

  it.each([
    ['no-store', {}],
    ['private, max-age=60', {}],
    ['public, s-maxage=60', { 'set-cookie': 'a=b' }],
  ])('does not cache a response with %s %o', async (caching, headers) => {
    pages.respond = (_, response) => {
      response.writeHead(200, { 'cache-control': caching, ...headers }).end(String(pages.requests.length));
    };
    const path = newPath();

    expect((await gateway.send(path)).text).toBe('1');
    expect((await gateway.send(path)).text).toBe('2');
  });

  it('passes HEAD of a preview link on, which is no use of the link', async () => {
    await gateway.send('/preview?token=x', { method: 'HEAD' });

    expect(pages.requests).toMatchObject([{ method: 'HEAD', url: '/preview?token=x' }]);
  });

  it('caches each encoding of a page, and compresses none twice', async () => {
    pages.respond = ({ headers }, response) => {
      const encoding = String(headers['accept-encoding']).includes('br') ? 'br' : undefined;
      response.writeHead(200, {
        'cache-control': 's-maxage=60',
        'content-type': 'text/html',
        vary: 'accept-encoding',
        ...(encoding ? { 'content-encoding': encoding } : {}),
      });
      response.end(encoding ? 'brotli' : 'plain');
    };
    const path = newPath();

    const compressed = await gateway.send(path, { headers: { 'accept-encoding': 'br, gzip' } });
    expect([compressed.headers['content-encoding'], compressed.text]).toEqual(['br', 'brotli']);
    expect(compressed.headers.vary).toMatch(/accept-encoding/i);
    expect((await gateway.send(path)).text).toBe('plain');
  });

  // nginx compares If-Match itself with a cached ETag, and weakens an ETag when it compresses.
  it.each(['/api/galleries/1', '/api/admin/settings/website'])('passes If-Match and ETag through: %s', async (path) => {
    api.respond = ({ headers }, response) => {
      const [status, etag] = headers['if-match'] === '"1"' ? [200, '"2"'] : [412, '"1"'];
      const encoded = { 'content-type': 'application/json', 'content-encoding': 'br', 'content-length': 2000 };
      response.writeHead(status, { ...encoded, etag }).end('x'.repeat(2000));
    };
    const save = (version: string) =>
      gateway.send(path, {
        method: 'PUT',
        headers: { 'if-match': version, 'accept-encoding': 'gzip, br' },
        body: '{}',
      });

    const responses = [await save('"0"'), await save('"1"')];

    expect(responses.map(({ status, headers }) => [status, headers['etag']])).toEqual([
      [412, '"1"'],
      [200, '"2"'],
    ]);
  });

  it('revalidates a cached photo at each request', async () => {
    let isPublic = true;
    api.respond = ({ headers }, response) => {
      if (!isPublic) return void response.writeHead(404, { 'cache-control': 'no-store' }).end();
      const validators = { ...cacheHeader(headers), etag: '"photo-1"', 'cache-control': PUBLIC_CACHING };
      if (headers['if-none-match'] === '"photo-1"') return void response.writeHead(304, validators).end();
      response.writeHead(200, { ...validators, 'content-type': 'image/avif' }).end('a picture');
    };
    const path = newPath('/media/1/');

    for (const _ of [1, 2, 3]) {
      const { status, text, headers } = await gateway.send(path);
      expect([status, text]).toEqual([200, 'a picture']);
      expect(headers['cache-control']).toBe(PUBLIC_CACHING);
    }
    expect(api.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"photo-1"', '"photo-1"']);
    expect((await gateway.send(path, { headers: { 'if-none-match': '"photo-1"' } })).status).toBe(304);
    expect(gateway.cachedKeys().filter((key) => key === path)).toHaveLength(1);
    isPublic = false;
    expect((await gateway.send(path)).status).toBe(404);
  });

  it('hides its internal headers and routes', async () => {
    api.respond = ({ headers }, response) => void response.writeHead(200, cacheHeader(headers)).end('a picture');

    const { headers } = await gateway.send(newPath('/media/1/'));
    expect(headers).not.toHaveProperty('x-accel-expires');
    await gateway.send(newPath(), { headers: { 'x-kept-by-gateway': '1' } });
    expect(pages.requests[0]?.headers).not.toHaveProperty('x-kept-by-gateway');
    const internal = ['/media/mark', '/media/shown?1/abc/640.avif', '/media/x/../mark', '/media/%6dark'];
    for (const path of [...internal, '/health', '/health/ready']) expect((await gateway.send(path)).status).toBe(404);
    expect([api.requests.length, pages.requests.length]).toEqual([1, 1]);
  });

  it.each(['private, max-age=3600', 'no-store', 'max-age=3600'])(
    'does not cache a photo that is %s',
    async (caching) => {
      api.respond = (_, response) => {
        response.writeHead(200, { etag: '"1"', 'cache-control': caching }).end(String(api.requests.length));
      };
      const path = `${newPath('/media/1/')}?ticket=x`;

      expect((await gateway.send(path)).text).toBe('1');
      expect((await gateway.send(path)).text).toBe('2');
      expect(gateway.cachedKeys().filter((key) => key === path)).toEqual([]);
    },
  );

  it('streams events without buffering', async () => {
    api.respond = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    };
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write('GET /api/admin/events HTTP/1.1\r\nHost: site.example\r\nAccept-Encoding: gzip\r\n\r\n');
    let seen = '';
    await new Promise<void>((done) => {
      socket.on('data', (piece: Buffer) => {
        seen += piece.toString();
        if (seen.includes('data: 1')) done();
      });
    });
    socket.destroy();

    expect(seen).not.toMatch(/content-encoding/i);
  });

  it('buffers little of a response that the client does not read', async () => {
    const large = Buffer.alloc(64 * 1024 * 1024);
    const responded = new Promise<ServerResponse>((done) => {
      api.respond = (_, response) => done(response.end(large));
    });
    const socket = connect(gateway.port, '127.0.0.1').pause();
    socket.write('GET /api/photos/1 HTTP/1.1\r\nHost: site.example\r\n\r\n');
    const response = await responded;
    // Until the API can send no more.
    let [waiting, since] = [-1, 0];
    await waitUntil(() => {
      const unsent = unsentBytes(response);
      [waiting, since] = unsent === waiting ? [waiting, since + 1] : [unsent, 0];
      return response.writableFinished || since > 5;
    });
    socket.destroy();

    expect(waiting).toBeGreaterThan(large.length / 2);
  });

  it('streams an upload to the API, and rejects one above the limit with 413', async () => {
    const arrived = new Promise<void>((done) => {
      api.respond = (request, response) => {
        request.once('data', () => done());
        request.on('end', () => response.end('stored')).resume();
      };
    });
    const socket = connect(gateway.port, '127.0.0.1');
    const head = 'POST /api/photos/upload HTTP/1.1\r\nHost: site.example\r\nContent-Length: 100000\r\n\r\n';
    socket.write(head + 'x'.repeat(50_000));
    await arrived;
    socket.end('x'.repeat(50_000));

    const large = { method: 'POST', headers: { 'content-length': String(13 * 1024 * 1024) } };
    expect((await gateway.send('/api/photos/upload', large)).status).toBe(413);
    api.respond = (request, response) => request.on('end', () => response.end('stored')).resume();
    const replaced = { method: 'POST', headers: {}, body: 'x'.repeat(2 * 1024 * 1024) };
    for (const path of ['/api/photos/7/image', '/api/admin/import/parts'])
      expect((await gateway.send(path, replaced)).status).toBe(200);
    expect((await gateway.send('/api/comments', { ...large, headers: { 'content-length': '1100000' } })).status).toBe(
      413,
    );
  });

  it('passes the forwarding headers of services to the API on its internal port', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'from-the-page-1' };
    await gateway.send('/api/public/settings', { headers: forwarded }, gateway.internal);

    expect(api.requests[0]?.headers).toMatchObject(forwarded);
  });

  it('binds its internal port to loopback outside of containers', async () => {
    const socket = connect(gateway.internal, '127.0.0.2');

    await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED');
  });
});

describeWithNginx('the gateway with two instances', () => {
  beforeAll(() => startGateway([api, second]));
  afterAll(() => gateway.stop());

  it('retries the other instance when one drains or has ended', async () => {
    api.respond = (_, response) => void response.writeHead(503, { connection: 'close' }).end('draining');
    second.respond = (_, response) => void response.end('second');
    for (let n = 0; n < 6; n += 1) expect((await gateway.send('/api/photos')).text).toBe('second');

    await api.stop();
    for (let n = 0; n < 6; n += 1) expect((await gateway.send('/api/photos')).text).toBe('second');
    // Also a POST, which no instance has received yet.
    for (let n = 0; n < 6; n += 1) {
      expect((await gateway.send('/api/comments', { method: 'POST', body: 'x' })).text).toBe('second');
    }
    await api.listen();
  });

  it('answers 503 with Retry-After without any instance', async () => {
    await Promise.all([api.stop(), second.stop()]);
    const { status, headers, text } = await gateway.send('/api/photos');
    await Promise.all([api.listen(), second.listen()]);

    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toBe('The site is temporarily unavailable. Please try again in a few seconds.\n');
  });

  it('answers 400 for an invalid address without naming nginx', async () => {
    const { status, headers, text } = await gateway.send('/%zz');

    expect([status, text]).toEqual([400, 'There is no such address.\n']);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(pages.requests).toEqual([]);
  });

  it('serves a stale page while public-web is down', async () => {
    pages.respond = (_, response) => void response.writeHead(200, { 'cache-control': 's-maxage=1' }).end('a page');
    const path = newPath();
    // The cache key changes every ten seconds: start early in an interval.
    await waitUntil(() => Date.now() % 10_000 < (isFullLevel ? 3_000 : 6_000));
    await gateway.send(path);
    await pages.stop();
    const start = Date.now();
    let lastSeen = 0;
    await waitUntil(async () => {
      if ((await gateway.send(path)).status === 503) return true;
      lastSeen = Date.now() - start;
      return lastSeen > (isFullLevel ? 15_000 : 1_500);
    });
    await pages.listen();

    // Longer than fresh, but not for ever.
    expect(lastSeen).toBeGreaterThan(isFullLevel ? 3_000 : 1_500);
    expect(lastSeen).toBeLessThan(10_500);
  });
});

describeWithNginx('a new gateway with two instances', () => {
  // nginx skips a failed instance for two seconds, so each test has its own gateway.
  beforeEach(async () => {
    await startGateway([api, second]);
    // Opens a connection to each.
    await waitUntil(async () => {
      await gateway.send('/api/photos');
      return api.requests.length > 0 && second.requests.length > 0;
    });
    api.requests.length = second.requests.length = 0;
  });
  afterEach(() => gateway.stop());

  it.each(CHANGES)('does not retry a failed %s %s', async (method, path, body) => {
    for (const stub of [api, second]) stub.respond = (request) => request.socket.destroy();
    const { status, headers } = await gateway.send(path, { method, body });

    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(api.requests.length + second.requests.length).toBe(1);
  });

  it.each(CHANGES)('sends %s %s to the other instance when the first is unreachable', async (method, path, body) => {
    await api.stop();
    second.respond = (request, response) =>
      void text(request).then((sent) => response.writeHead(201).end(`${request.method} ${request.url} ${sent}`));
    const texts: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const response = await gateway.send(path, { method, body });
      texts.push(`${response.status} ${response.text}`);
    }
    await api.listen();

    expect(new Set(texts)).toEqual(new Set([`201 ${method} ${path} ${body}`]));
  });
});

describeWithNginx('the gateway with limits, behind a TLS proxy', () => {
  beforeAll(() => startGateway([api], { GATEWAY_REQUESTS: '1', PUBLIC_URL: 'https://site.example' }));
  afterAll(() => gateway.stop());

  it('forwards the protocol of PUBLIC_URL, and redirects without its own port', async () => {
    await gateway.send(newPath());
    expect(pages.requests[0]?.headers['x-forwarded-proto']).toBe('https');
    expect((await gateway.send('/admin-app')).headers.location).toBe('/admin-app/');
  });

  it('throttles requests from one address with 429', async () => {
    const responses = await Promise.all(Array.from({ length: 340 }, () => gateway.send('/api/photos')));
    const statuses = new Set(responses.map(({ status }) => status));

    expect(statuses).toEqual(new Set([200, 429]));
    expect(api.requests.length).toBeLessThan(310);
  });
});

describeWithNginx('the gateway with a certificate', () => {
  beforeAll(() => startGateway([api], { TLS: 'yes' }));
  afterAll(() => gateway.stop());

  it('serves TLS and forwards the protocol', async () => {
    expect((await gateway.sendOverTls(newPath())).status).toBe(200);
    expect(pages.requests[0]?.headers['x-forwarded-proto']).toBe('https');
  });

  it('redirects plain requests with path and query', async () => {
    const { status, headers } = await gateway.send('/photos?from=3');

    expect(status).toBe(308);
    expect(headers.location).toBe(`https://site.example:${gateway.tlsPort}/photos?from=3`);
  });

  it('rejects the TLS handshake for other host names', async () => {
    await expect(gateway.sendOverTls('/', { host: 'evil.example' })).rejects.toThrow();
  });
});
