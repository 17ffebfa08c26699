import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { isFullLevel } from '@portfolio/testing';
import { describeWithNginx } from './describe-with-nginx.ts';
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
    stub.asked.length = 0;
    stub.answer = (_, response) => void response.end('here');
  }
});

/** As the api has it for pictures that everybody may see. */
const PUBLIC_CACHING = 'public, max-age=31536000, immutable, s-maxage=0';

/** What the api says to whoever keeps pictures and asks about them each time. */
const kept = (headers: IncomingHttpHeaders): Record<string, string> =>
  headers['x-kept-by-gateway'] === '1' ? { 'x-accel-expires': '@1' } : {};

/** A path that no test has asked for before, so that nothing of it is kept. */
let paths = 0;
const newPath = (beginning = '/') => `${beginning}page-${(paths += 1)}`;

/** Requests that change something. */
const CHANGES = [
  ['POST', '/api/comments', 'x'],
  ['PUT', '/api/photos/1', 'x'],
  ['DELETE', '/api/photos/1', ''],
  ['DELETE', '/api/admin/settings/background-image', ''],
] as const;

/** Bytes of an answer that its socket has not sent yet. */
const bytesLeft = ({ socket }: ServerResponse) =>
  (socket as { _handle?: { writeQueueSize: number } } | null)?._handle?.writeQueueSize ?? 0;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Repeats `work` until it did not span a change of the clock in the cache keys of pages, every ten seconds. */
async function withinOneCacheKey<T>(work: () => Promise<T>): Promise<T> {
  const tenSeconds = () => Math.floor(Date.now() / 10_000);
  for (;;) {
    const begun = tenSeconds();
    const result = await work();
    if (tenSeconds() === begun) return result;
  }
}

describeWithNginx('the gateway', () => {
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({
      api: [api.port],
      'public-web': [pages.port],
      'admin-web': [admin.port],
    });
  });
  afterAll(() => gateway.stop());

  it.each([
    ['/', () => pages],
    ['/galleries/sea', () => pages],
    ['/admin', () => pages],
    ['/api/photos', () => api],
    ['/media/1/abc/800.avif', () => api],
    ['/admin-app/mf-manifest.json', () => admin],
  ])('leads %s to the part that answers it', async (path, part) => {
    await gateway.ask(path);

    expect(part().asked.map(({ url }) => url)).toEqual([path]);
  });

  it('tells the parts who the visitor is, and nothing that the visitor says about it', async () => {
    const lies = {
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
    await gateway.ask(newPath(), { headers: lies });

    const [{ headers }] = pages.asked as [(typeof pages.asked)[0]];
    expect(headers).toMatchObject({
      host: 'site.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'site.example',
      'x-forwarded-proto': 'http',
    });
    const left = Object.keys(lies).filter((name) => name in headers && !/^(x-forwarded-|connection)/.test(name));
    expect(left).toEqual([]);
  });

  it('answers for the names of the site alone', async () => {
    expect((await gateway.ask('/', { host: 'evil.example' })).status).toBe(421);
    expect((await gateway.ask('/', { host: 'site.example:80' })).status).toBe(200);
    expect(pages.asked).toHaveLength(1);
  });

  it('gives each request an id, and keeps one that is fit to be one', async () => {
    const given = await gateway.ask('/api/photos', { headers: { 'x-request-id': 'abc-DEF_123.4' } });
    const made = await gateway.ask('/api/photos', { headers: { 'x-request-id': 'a b"c\u00e9' } });

    expect(given.headers['x-request-id']).toBe('abc-DEF_123.4');
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(api.asked.map(({ headers }) => headers['x-request-id'])).toEqual([
      'abc-DEF_123.4',
      made.headers['x-request-id'],
    ]);
  });

  it('keeps a page for as long as it says, for everybody but those who have signed in', async () => {
    pages.answer = (_, response) => {
      response.setHeader('cache-control', 'public, max-age=0, s-maxage=60, must-revalidate');
      response.end(String(pages.asked.length));
    };
    const texts = await withinOneCacheKey(async () => {
      pages.asked.length = 0;
      const path = newPath();
      const ask = async (headers = {}) => (await gateway.ask(path, { headers })).text;
      return [await ask(), await ask(), await ask({ authorization: 'Bearer x' }), await ask()];
    });

    expect(texts).toEqual(['1', '1', '2', '1']);
  });

  it.each([
    ['no-store', {}],
    ['private, max-age=60', {}],
    ['public, s-maxage=60', { 'set-cookie': 'a=b' }],
  ])('keeps nothing that says %s %o', async (caching, headers) => {
    pages.answer = (_, response) => {
      response.writeHead(200, { 'cache-control': caching, ...headers }).end(String(pages.asked.length));
    };
    const path = newPath();

    expect((await gateway.ask(path)).text).toBe('1');
    expect((await gateway.ask(path)).text).toBe('2');
  });

  it('keeps pages of different encodings apart, and compresses none twice', async () => {
    pages.answer = ({ headers }, response) => {
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

    const compressed = await gateway.ask(path, { headers: { 'accept-encoding': 'br, gzip' } });
    expect([compressed.headers['content-encoding'], compressed.text]).toEqual(['br', 'brotli']);
    expect(compressed.headers.vary).toMatch(/accept-encoding/i);
    expect((await gateway.ask(path)).text).toBe('plain');
  });

  // nginx itself compares If-Match with the answer's ETag where it keeps answers, and weakens the tag where it compresses.
  it.each(['/api/galleries/1', '/api/admin/settings/website'])('passes versions on both ways: %s', async (path) => {
    api.answer = ({ headers }, response) => {
      const [status, etag] = headers['if-match'] === '"1"' ? [200, '"2"'] : [412, '"1"'];
      const encoded = { 'content-type': 'application/json', 'content-encoding': 'br', 'content-length': 2000 };
      response.writeHead(status, { ...encoded, etag }).end('x'.repeat(2000));
    };
    const save = (version: string) =>
      gateway.ask(path, { method: 'PUT', headers: { 'if-match': version, 'accept-encoding': 'gzip, br' }, body: '{}' });

    const answers = [await save('"0"'), await save('"1"')];

    expect(answers.map(({ status, headers }) => [status, headers['etag']])).toEqual([
      [412, '"1"'],
      [200, '"2"'],
    ]);
  });

  it('asks each time whether a picture is still public, and sends what it has kept', async () => {
    let isPublic = true;
    api.answer = ({ headers }, response) => {
      if (!isPublic) return void response.writeHead(404, { 'cache-control': 'no-store' }).end();
      const validators = { ...kept(headers), etag: '"photo-1"', 'cache-control': PUBLIC_CACHING };
      if (headers['if-none-match'] === '"photo-1"') return void response.writeHead(304, validators).end();
      response.writeHead(200, { ...validators, 'content-type': 'image/avif' }).end('a picture');
    };
    const path = newPath('/media/1/');

    for (const _ of [1, 2, 3]) {
      const { status, text, headers } = await gateway.ask(path);
      expect([status, text]).toEqual([200, 'a picture']);
      expect(headers['cache-control']).toBe(PUBLIC_CACHING);
    }
    expect(api.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"photo-1"', '"photo-1"']);
    expect((await gateway.ask(path, { headers: { 'if-none-match': '"photo-1"' } })).status).toBe(304);
    expect(gateway.kept().filter((key) => key === path)).toHaveLength(1);
    isPublic = false;
    expect((await gateway.ask(path)).status).toBe(404);
  });

  it('tells nobody how it is told what to keep, nor lets anybody ask what the parts ask each other', async () => {
    api.answer = ({ headers }, response) => void response.writeHead(200, kept(headers)).end('a picture');

    const { headers } = await gateway.ask(newPath('/media/1/'));
    expect(headers).not.toHaveProperty('x-accel-expires');
    await gateway.ask(newPath(), { headers: { 'x-kept-by-gateway': '1' } });
    expect(pages.asked[0]?.headers).not.toHaveProperty('x-kept-by-gateway');
    for (const path of ['/media/mark', '/media/shown?1/abc/640.avif', '/media/x/../mark', '/media/%6dark']) {
      expect((await gateway.ask(path)).status).toBe(404);
    }
    expect(api.asked).toHaveLength(1);
  });

  it.each(['private, max-age=3600', 'no-store', 'max-age=3600'])(
    'writes down no picture that is %s',
    async (caching) => {
      api.answer = (_, response) => {
        response.writeHead(200, { etag: '"1"', 'cache-control': caching }).end(String(api.asked.length));
      };
      const path = `${newPath('/media/1/')}?ticket=x`;

      expect((await gateway.ask(path)).text).toBe('1');
      expect((await gateway.ask(path)).text).toBe('2');
      expect(gateway.kept().filter((key) => key === path)).toEqual([]);
    },
  );

  it('sends events on as they come', async () => {
    api.answer = (_, response) => {
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

  it('writes down little of an answer that nobody reads', async () => {
    const large = Buffer.alloc(64 * 1024 * 1024);
    const answered = new Promise<ServerResponse>((done) => {
      api.answer = (_, response) => done(response.end(large));
    });
    const socket = connect(gateway.port, '127.0.0.1').pause();
    socket.write('GET /api/photos/1 HTTP/1.1\r\nHost: site.example\r\n\r\n');
    const response = await answered;
    // Until the api can send no more, or has sent all.
    let [waiting, since] = [-1, 0];
    await until(() => {
      const left = bytesLeft(response);
      [waiting, since] = left === waiting ? [waiting, since + 1] : [left, 0];
      return response.writableFinished || since > 5;
    });
    socket.destroy();

    expect(waiting).toBeGreaterThan(large.length / 2);
  });

  it('lets the api see an upload while it comes in, and refuses what is larger than any may be', async () => {
    const arrived = new Promise<void>((done) => {
      api.answer = (request, response) => {
        request.once('data', () => done());
        request.on('end', () => response.end('kept')).resume();
      };
    });
    const socket = connect(gateway.port, '127.0.0.1');
    const head = 'POST /api/photos/upload HTTP/1.1\r\nHost: site.example\r\nContent-Length: 100000\r\n\r\n';
    socket.write(head + 'x'.repeat(50_000));
    await arrived;
    socket.end('x'.repeat(50_000));

    const large = { method: 'POST', headers: { 'content-length': String(13 * 1024 * 1024) } };
    expect((await gateway.ask('/api/photos/upload', large)).status).toBe(413);
    expect((await gateway.ask('/api/comments', { ...large, headers: { 'content-length': '1100000' } })).status).toBe(
      413,
    );
  });

  it('hands what the parts say about the visitor on to the api, on its inner port', async () => {
    const said = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'from-the-page-1' };
    await gateway.ask('/api/public/settings', { headers: said }, gateway.internal);

    expect(api.asked[0]?.headers).toMatchObject(said);
  });

  it('has its inner port on loopback alone, outside of containers', async () => {
    const socket = connect(gateway.internal, '127.0.0.2');

    await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED');
  });
});

describeWithNginx('the gateway before two instances', () => {
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({
      api: [api.port, second.port],
      'public-web': [pages.port],
      'admin-web': [admin.port],
    });
  });
  afterAll(() => gateway.stop());

  it('asks the other where one is about to go, or has gone', async () => {
    api.answer = (_, response) => void response.writeHead(503, { connection: 'close' }).end('draining');
    second.answer = (_, response) => void response.end('second');
    for (let n = 0; n < 6; n += 1) expect((await gateway.ask('/api/photos')).text).toBe('second');

    await api.stop();
    for (let n = 0; n < 6; n += 1) expect((await gateway.ask('/api/photos')).text).toBe('second');
    // What changes something as well, as long as nobody has it yet.
    for (let n = 0; n < 6; n += 1) {
      expect((await gateway.ask('/api/comments', { method: 'POST', body: 'x' })).text).toBe('second');
    }
    await api.listen();
  });

  it('says in plain words that nobody is there, and when to ask again', async () => {
    await Promise.all([api.stop(), second.stop()]);
    const { status, headers, text } = await gateway.ask('/api/photos');
    await Promise.all([api.listen(), second.listen()]);

    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toBe('The site is temporarily unavailable. Please try again in a few seconds.\n');
  });

  it('says of what is no address that there is none, and nothing of itself', async () => {
    const { status, headers, text } = await gateway.ask('/%zz');

    expect([status, text]).toEqual([400, 'There is no such address.\n']);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(pages.asked).toEqual([]);
  });

  it('shows a page of a moment ago while nobody can make a new one', async () => {
    pages.answer = (_, response) => void response.writeHead(200, { 'cache-control': 's-maxage=1' }).end('a page');
    const path = newPath();
    // The clock in its key goes on each ten seconds: early in one of them there is something to be seen.
    await until(() => Date.now() % 10_000 < (isFullLevel ? 3_000 : 6_000));
    await gateway.ask(path);
    await pages.stop();
    const begun = Date.now();
    let lastSeen = 0;
    await until(async () => {
      if ((await gateway.ask(path)).status === 503) return true;
      lastSeen = Date.now() - begun;
      return lastSeen > (isFullLevel ? 15_000 : 1_500);
    });
    await pages.listen();

    // Longer than it is fresh, and not for ever.
    expect(lastSeen).toBeGreaterThan(isFullLevel ? 3_000 : 1_500);
    expect(lastSeen).toBeLessThan(10_500);
  });
});

describeWithNginx('a gateway that has met no failure yet, before two instances', () => {
  // An instance that failed is left alone for two seconds, so each test has a gateway of its own.
  beforeEach(async () => {
    gateway = await GatewayUnderTest.start({
      api: [api.port, second.port],
      'public-web': [pages.port],
      'admin-web': [admin.port],
    });
    // It has a connection to each of them.
    await until(async () => {
      await gateway.ask('/api/photos');
      return api.asked.length > 0 && second.asked.length > 0;
    });
    api.asked.length = second.asked.length = 0;
  });
  afterEach(() => gateway.stop());

  it.each(CHANGES)('does not send twice what changes something: %s %s', async (method, path, body) => {
    for (const stub of [api, second]) stub.answer = (request) => request.socket.destroy();
    const { status, headers } = await gateway.ask(path, { method, body });

    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(api.asked.length + second.asked.length).toBe(1);
  });

  it.each(CHANGES)('asks the other where it was not sent yet: %s %s', async (method, path, body) => {
    await api.stop();
    second.answer = (request, response) =>
      void text(request).then((sent) => response.writeHead(201).end(`${request.method} ${request.url} ${sent}`));
    const answers: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const answer = await gateway.ask(path, { method, body });
      answers.push(`${answer.status} ${answer.text}`);
    }
    await api.listen();

    expect(new Set(answers)).toEqual(new Set([`201 ${method} ${path} ${body}`]));
  });
});

describeWithNginx('the gateway with limits', () => {
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start(
      { api: [api.port], 'public-web': [pages.port], 'admin-web': [admin.port] },
      { GATEWAY_REQUESTS: '1' },
    );
  });
  afterAll(() => gateway.stop());

  it('stops a flood from one address', async () => {
    const answers = await Promise.all(Array.from({ length: 340 }, () => gateway.ask('/api/photos')));
    const statuses = new Set(answers.map(({ status }) => status));

    expect(statuses).toEqual(new Set([200, 429]));
    expect(api.asked.length).toBeLessThan(310);
  });
});

describeWithNginx('the gateway with a certificate', () => {
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start(
      { api: [api.port], 'public-web': [pages.port], 'admin-web': [admin.port] },
      { TLS: 'yes' },
    );
  });
  afterAll(() => gateway.stop());

  it('speaks TLS, and tells the parts so', async () => {
    expect((await gateway.askOverTls(newPath())).status).toBe(200);
    expect(pages.asked[0]?.headers['x-forwarded-proto']).toBe('https');
  });

  it('sends plain requests there, with all that they ask for', async () => {
    const { status, headers } = await gateway.ask('/photos?from=3');

    expect(status).toBe(308);
    expect(headers.location).toBe(`https://site.example:${gateway.tlsPort}/photos?from=3`);
  });

  it('shakes no hand for other names', async () => {
    await expect(gateway.askOverTls('/', { host: 'evil.example' })).rejects.toThrow();
  });
});
