import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { get, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { startTestSite } from '../../test/start-test-site.ts';
import { MediaCache } from './media-cache.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

const BODY = 'the bytes of a picture';
const HEADERS = {
  'content-type': 'image/avif',
  'cache-control': 'public, max-age=31536000, immutable, s-maxage=0',
  etag: '"photo-1"',
  'referrer-policy': 'no-referrer',
  'content-length': String(BODY.length),
};

/** Makes a new URL for each test. */
let count = 0;
let path: string;
let publicPaths: Set<string>;
beforeEach(() => {
  path = `/media/${(count += 1)}/abc/640.avif`;
  publicPaths = new Set([path]);
  serve(path);
  change();
});

function serve(url: string, headers: Record<string, string> = {}) {
  site.api.responses[url] = (_request, response) => {
    if (!publicPaths.has(url)) return void response.writeHead(404).end();
    response.writeHead(200, { ...HEADERS, ...headers }).end(BODY);
  };
  const visibilityDigits = (request: IncomingMessage, response: ServerResponse) => {
    const names = String(request.url).split('?')[1]?.split('&') ?? [];
    response.end(names.map((name) => (publicPaths.has(`/media/${name}`) ? 1 : 0)).join(''));
  };
  site.api.responses[`/media/shown?${url.slice('/media/'.length)}`] = visibilityDigits;
}

const requests = () => site.api.requests.map(({ url }) => url);
/** Requests to the API during an action. */
async function during(action: () => Promise<unknown>) {
  const before = requests().length;
  await action();
  return requests().slice(before);
}
const VERSION_PATH = '/media/mark';
const visibilityPathOf = (url: string) => `/media/shown?${url.slice('/media/'.length)}`;
const setVersion = (version: string) => {
  site.api.responses[VERSION_PATH] = (_request, response) => void response.end(version);
};
let versions = 0;
/** Changes the content version. */
const change = () => setVersion(`00000000-0000-4000-8000-${String((versions += 1)).padStart(12, '0')}`);

/** Status of an unnormalized path, which `fetch` would resolve first. */
async function statusOf(path: string): Promise<number | undefined> {
  const [response] = (await once(get(site.origin, { path }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('a cached picture', () => {
  it('is sent with the same headers once the API confirms that it is public', async () => {
    const first = await site.get(path);
    expect(await first.text()).toBe(BODY);

    const seen = await during(async () => {
      const second = await site.get(path);
      expect([second.status, await second.text()]).toEqual([200, BODY]);
      const withoutConnectionHeaders = { date: undefined, 'keep-alive': undefined };
      const [one, other] = [first, second].map(({ headers }) => ({
        ...Object.fromEntries(headers),
        ...withoutConnectionHeaders,
      }));
      expect(other).toEqual(one);
    });
    expect(seen).toEqual([VERSION_PATH, visibilityPathOf(path)]);
  });

  it('needs only the content version while that is unchanged', async () => {
    const fetchText = async () => (await site.get(path)).text();
    await fetchText();
    await fetchText();
    expect(await during(fetchText)).toEqual([VERSION_PATH]);

    change();
    expect(await during(fetchText)).toEqual([VERSION_PATH, visibilityPathOf(path)]);
    expect(await during(fetchText)).toEqual([VERSION_PATH]);

    change();
    publicPaths.clear();
    expect(await during(async () => expect((await site.get(path)).status).toBe(404))).toEqual([
      VERSION_PATH,
      visibilityPathOf(path),
      path,
    ]);
  });

  it.each([
    ['visibility of its photo', 'x-robots-tag', 'noindex', '2'],
    ['refusal of AI crawlers', 'tdm-reservation', '1', '3'],
  ])('changes its headers with the %s', async (_, header, value, digit) => {
    const robots = async () => (await site.get(path)).headers.get(header);
    /** One digit for each picture: 0 hidden, else 1, plus 1 if unlisted, plus 2 if AI crawlers are refused. */
    const setVisibility = (digit: string) => {
      site.api.responses[visibilityPathOf(path)] = (_request, response) => void response.end(digit);
    };
    expect([await robots(), await robots()]).toEqual([null, null]);

    serve(path, { [header]: value });
    setVisibility(digit);
    change();
    expect(await robots()).toBe(value);
    expect(await during(async () => expect(await robots()).toBe(value))).toEqual([
      VERSION_PATH,
      visibilityPathOf(path),
    ]);

    serve(path);
    change();
    expect(await robots()).toBeNull();
  });

  it('is confirmed each time while the content version is unknown', async () => {
    const fetchText = async () => (await site.get(path)).text();
    await fetchText();
    const unknown: ((response: ServerResponse) => void)[] = [
      (response) => response.end(''),
      (response) => response.end('OK'),
      (response) => response.writeHead(404).end('Not found'),
    ];
    for (const respond of unknown) {
      site.api.responses[VERSION_PATH] = (_request, response) => respond(response);
      expect(await during(fetchText)).toEqual([VERSION_PATH, visibilityPathOf(path)]);
      expect(await during(fetchText)).toEqual([VERSION_PATH, visibilityPathOf(path)]);
    }
  });

  it('is evicted as soon as it is not public', async () => {
    await (await site.get(path)).text();
    publicPaths.clear();

    expect(await during(async () => expect((await site.get(path)).status).toBe(404))).toEqual([
      VERSION_PATH,
      visibilityPathOf(path),
      path,
    ]);
    expect(await during(async () => expect((await site.get(path)).status).toBe(404))).toEqual([path]);
  });

  it('is proxied when the API fails to confirm it', async () => {
    await (await site.get(path)).text();
    for (const question of [VERSION_PATH, visibilityPathOf(path)]) {
      for (const invalid of [undefined, '', '11', 'x']) {
        serve(path);
        change();
        site.api.responses[question] = (_request, response) => {
          if (invalid === undefined) response.destroy();
          else response.end(invalid);
        };
        const seen = await during(async () => {
          const response = await site.get(path);
          expect([response.status, await response.text()]).toEqual([200, BODY]);
        });
        // An invalid version alone does not cause a fetch of the picture.
        expect(seen).toContain(question);
        expect(seen.includes(path)).toBe(question !== VERSION_PATH || invalid === undefined);
      }
    }
  });
});

it('the site hides the internal routes of the API from visitors', async () => {
  for (const url of [
    VERSION_PATH,
    visibilityPathOf(path),
    '/media/x/../mark',
    '/media/x/%2e%2e/mark',
    '/media/./shown?1/abc/640.avif',
  ]) {
    expect(await during(async () => expect(await statusOf(url)).toBe(404))).toEqual([]);
  }
});

it('the cache buffers at most 64 MB of responses in flight', () => {
  const megabyte = 1024 * 1024;
  const mediaCache = new MediaCache(site.api.origin);
  const response = () => new ServerResponse(new IncomingMessage(new Socket()));
  const slow = Array.from({ length: 64 }, response);
  for (const one of slow) expect(mediaCache.reserve(megabyte, one)).toBe(true);

  const other = response();
  expect(mediaCache.reserve(megabyte, other)).toBe(false);
  slow[0]!.emit('close');
  const closed = response();
  closed.destroy();
  expect(mediaCache.reserve(megabyte, closed)).toBe(false);
  expect(mediaCache.reserve(megabyte, other)).toBe(true);
  expect(mediaCache.reserve(megabyte, other)).toBe(false);
});

describe('the cache neither stores nor serves', () => {
  it.each([
    ['a private response', { 'cache-control': 'private, max-age=3600' }],
    ['a response with no-store', { 'cache-control': 'no-store' }],
    ['a response without an ETag', { etag: '' }],
    ['a large picture', { 'content-length': String(2 * 1024 * 1024) }],
  ])('%s', async (_, headers) => {
    const body = 'x'.repeat(Number((headers as Record<string, string>)['content-length'] ?? BODY.length));
    site.api.responses[path] = (_request, response) => {
      const all = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== '');
      response.writeHead(200, Object.fromEntries(all)).end(body);
    };
    await (await site.get(path)).text();

    expect(await during(async () => (await site.get(path)).text())).toEqual([path]);
  });

  it('a picture with a ticket', async () => {
    serve(`${path}?ticket=x`);
    publicPaths.add(`${path}?ticket=x`);
    const fetchText = async () => (await site.get(`${path}?ticket=x`)).text();
    await fetchText();

    expect(await during(fetchText)).toEqual([`${path}?ticket=x`]);
  });

  it.each([
    ['a range request', { range: 'bytes=0-1' }],
    ['a conditional request', { 'if-none-match': '"photo-1"' }],
    ['a cross-origin request', { origin: 'https://elsewhere.example' }],
    ['a signed-in client', { authorization: 'Bearer x' }],
  ])('a response to %s', async (_, headers) => {
    const fetchText = async () => (await site.get(path, headers as unknown as Record<string, string>)).text();
    await fetchText();
    expect(await during(fetchText)).toEqual([path]);
    await (await site.get(path)).text();

    expect(await during(fetchText)).toEqual([path]);
  });
});
