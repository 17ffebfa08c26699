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

/** Addresses that no test has asked for before. */
let count = 0;
let path: string;
let shown: Set<string>;
beforeEach(() => {
  path = `/media/${(count += 1)}/abc/640.avif`;
  shown = new Set([path]);
  serve(path);
  change();
});

function serve(at: string, headers: Record<string, string> = {}) {
  site.api.answers[at] = (_request, response) => {
    if (!shown.has(at)) return void response.writeHead(404).end();
    response.writeHead(200, { ...HEADERS, ...headers }).end(BODY);
  };
  const answers = (request: IncomingMessage, response: ServerResponse) => {
    const names = String(request.url).split('?')[1]?.split('&') ?? [];
    response.end(names.map((name) => (shown.has(`/media/${name}`) ? 1 : 0)).join(''));
  };
  site.api.answers[`/media/shown?${at.slice('/media/'.length)}`] = answers;
}

const asked = () => site.api.asked.map(({ url }) => url);
/** What the API was asked while somebody did something. */
async function during(action: () => Promise<unknown>) {
  const before = asked().length;
  await action();
  return asked().slice(before);
}
const MARK = '/media/mark';
const lookAt = (at: string) => `/media/shown?${at.slice('/media/'.length)}`;
const markIs = (mark: string) => {
  site.api.answers[MARK] = (_request, response) => void response.end(mark);
};
let marks = 0;
/** As if something had changed. */
const change = () => markIs(`00000000-0000-4000-8000-${String((marks += 1)).padStart(12, '0')}`);

/** Of an address as it is written: `fetch` would resolve it first. */
async function statusOf(path: string): Promise<number | undefined> {
  const [response] = (await once(get(site.origin, { path }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('a picture that was sent once', () => {
  it('is sent again, with the same headers, once the API has said that it may be shown', async () => {
    const first = await site.get(path);
    expect(await first.text()).toBe(BODY);

    const told = await during(async () => {
      const second = await site.get(path);
      expect([second.status, await second.text()]).toEqual([200, BODY]);
      const ofTheMoment = { date: undefined, 'keep-alive': undefined };
      const [one, other] = [first, second].map(({ headers }) => ({ ...Object.fromEntries(headers), ...ofTheMoment }));
      expect(other).toEqual(one);
    });
    expect(told).toEqual([MARK, lookAt(path)]);
  });

  it('is sent again for as long as nothing has changed, and only that is asked', async () => {
    const ask = async () => (await site.get(path)).text();
    await ask();
    await ask();
    expect(await during(ask)).toEqual([MARK]);

    change();
    expect(await during(ask)).toEqual([MARK, lookAt(path)]);
    expect(await during(ask)).toEqual([MARK]);

    change();
    shown.clear();
    expect(await during(async () => expect((await site.get(path)).status).toBe(404))).toEqual([
      MARK,
      lookAt(path),
      path,
    ]);
  });

  it('changes its headers with the visibility of its photo', async () => {
    const robots = async () => (await site.get(path)).headers.get('x-robots-tag');
    const digitIs = (digit: string) => {
      site.api.answers[lookAt(path)] = (_request, response) => void response.end(digit);
    };
    expect([await robots(), await robots()]).toEqual([null, null]);

    serve(path, { 'x-robots-tag': 'noindex' });
    digitIs('2');
    change();
    expect(await robots()).toBe('noindex');
    expect(await during(async () => expect(await robots()).toBe('noindex'))).toEqual([MARK, lookAt(path)]);

    serve(path);
    change();
    expect(await robots()).toBeNull();
  });

  it('is asked about each time where nothing tells of changes', async () => {
    const ask = async () => (await site.get(path)).text();
    await ask();
    const unknown: ((response: ServerResponse) => void)[] = [
      (response) => response.end(''),
      (response) => response.end('OK'),
      (response) => response.writeHead(404).end('Not found'),
    ];
    for (const answer of unknown) {
      site.api.answers[MARK] = (_request, response) => answer(response);
      expect(await during(ask)).toEqual([MARK, lookAt(path)]);
      expect(await during(ask)).toEqual([MARK, lookAt(path)]);
    }
  });

  it('is gone at once when it is, and its bytes are let go of', async () => {
    await (await site.get(path)).text();
    shown.clear();

    expect(await during(async () => expect((await site.get(path)).status).toBe(404))).toEqual([
      MARK,
      lookAt(path),
      path,
    ]);
    expect(await during(async () => expect((await site.get(path)).status).toBe(404))).toEqual([path]);
  });

  it('is asked for as ever where the API cannot be asked that way', async () => {
    await (await site.get(path)).text();
    for (const at of [MARK, lookAt(path)]) {
      for (const odd of [undefined, '', '11', 'x']) {
        serve(path);
        change();
        site.api.answers[at] = (_request, response) => {
          if (odd === undefined) response.destroy();
          else response.end(odd);
        };
        const told = await during(async () => {
          const response = await site.get(path);
          expect([response.status, await response.text()]).toEqual([200, BODY]);
        });
        // Nothing but a question that fails, or an answer about something else, has it asked for anew.
        expect(told).toContain(at);
        expect(told.includes(path)).toBe(at !== MARK || odd === undefined);
      }
    }
  });

  it('tells visitors nothing of what is asked about it', async () => {
    for (const at of [
      MARK,
      lookAt(path),
      '/media/x/../mark',
      '/media/x/%2e%2e/mark',
      '/media/./shown?1/abc/640.avif',
    ]) {
      expect(await during(async () => expect(await statusOf(at)).toBe(404))).toEqual([]);
    }
  });
});

it('is held for 64 MB of visitors over slow lines, and streams through to the others until one of them is done', () => {
  const megabyte = 1024 * 1024;
  const pictures = new MediaCache(site.api.origin);
  const response = () => new ServerResponse(new IncomingMessage(new Socket()));
  const slow = Array.from({ length: 64 }, response);
  for (const one of slow) expect(pictures.hold(megabyte, one)).toBe(true);

  const other = response();
  expect(pictures.hold(megabyte, other)).toBe(false);
  slow[0]!.emit('close');
  const gone = response();
  gone.destroy();
  expect(pictures.hold(megabyte, gone)).toBe(false);
  expect(pictures.hold(megabyte, other)).toBe(true);
  expect(pictures.hold(megabyte, other)).toBe(false);
});

describe('nothing is kept of', () => {
  it.each([
    ['what is for one person', { 'cache-control': 'private, max-age=3600' }],
    ['what is not to be kept', { 'cache-control': 'no-store' }],
    ['what is not named', { etag: '' }],
    ['what is larger than most', { 'content-length': String(2 * 1024 * 1024) }],
  ])('%s', async (_, headers) => {
    const body = 'x'.repeat(Number((headers as Record<string, string>)['content-length'] ?? BODY.length));
    site.api.answers[path] = (_request, response) => {
      const all = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== '');
      response.writeHead(200, Object.fromEntries(all)).end(body);
    };
    await (await site.get(path)).text();

    expect(await during(async () => (await site.get(path)).text())).toEqual([path]);
  });

  it('what a ticket opens', async () => {
    serve(`${path}?ticket=x`);
    shown.add(`${path}?ticket=x`);
    const ask = async () => (await site.get(`${path}?ticket=x`)).text();
    await ask();

    expect(await during(ask)).toEqual([`${path}?ticket=x`]);
  });

  it.each([
    ['a part', { range: 'bytes=0-1' }],
    ['a question', { 'if-none-match': '"photo-1"' }],
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['somebody who has signed in', { authorization: 'Bearer x' }],
  ])('and kept to %s', async (_, headers) => {
    const ask = async () => (await site.get(path, headers as unknown as Record<string, string>)).text();
    await ask();
    expect(await during(ask)).toEqual([path]);
    await (await site.get(path)).text();

    expect(await during(ask)).toEqual([path]);
  });
});
