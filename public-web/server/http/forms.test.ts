import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal, readJson } from '../../test/fake-api.ts';
import { startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  // Caching has its own tests.
  site = await startTestSite({ PAGE_CACHE: 'false' });
});
afterAll(() => site.stop());
afterEach(() => {
  delete site.api.responses['/api/comments'];
  delete site.api.responses['/api/contact'];
});

const COMMENT = { author_name: 'Ruth Calder', author_email: 'ruth@example.com', content: 'I know\r\nthat pier.' };
const MESSAGE = { name: 'Ruth Calder', email: 'ruth@example.com', subject: 'Prints', message: 'Is there one?' };

/** Submits a form like a browser without JavaScript. */
async function send(path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  const response = await fetch(site.origin + path, { method: 'POST', body, headers, redirect: 'manual' });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, at: (name: string) => control(html, name) };
}

/** A control's tag, and the HTML after it up to the end of its field. */
function control(html: string, name: string) {
  const match = new RegExp(`<(?:input|textarea)[^>]*name="${name}"[^>]*>(?:[^<]*</textarea>)?(.*?)</div>`).exec(html);
  return { tag: match?.[0] ?? '', after: match?.[1] ?? '' };
}

/** Records the requests to an API path. */
function record(path: string, respond: (request: IncomingMessage) => unknown = () => ({})) {
  const recorded: { body: Record<string, unknown>; headers: IncomingMessage['headers'] }[] = [];
  site.api.responses[path] = async (request) => {
    recorded.push({ body: await readJson(request), headers: request.headers });
    return respond(request);
  };
  return recorded;
}
const refuse =
  (...refusal: ConstructorParameters<typeof Refusal>) =>
  () => {
    throw new Refusal(...refusal);
  };

describe('a comment without JavaScript', () => {
  it('is sent to the API with the visitor’s address and the page’s photo', async () => {
    const recorded = record('/api/comments');
    const { status, headers } = await send('/photo/1?gallery=slack-water&utm=x', {
      ...COMMENT,
      website: '',
      photo_id: '2',
      is_approved: 'true',
    });

    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/photo/1?gallery=slack-water&sent=comment#comment-form');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(recorded.map(({ body }) => body)).toEqual([
      { ...COMMENT, content: 'I know\nthat pier.', website: '', photo_id: 1 },
    ]);
    expect(recorded[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
  });

  it('is confirmed on the next page only', async () => {
    const after = await (await site.get('/photo/1?gallery=slack-water&sent=comment')).text();
    const before = await (await site.get('/photo/1?gallery=slack-water')).text();

    expect(after).toContain('Comment added successfully!');
    expect(after).toContain('It will appear once it has been approved.');
    expect(before).not.toContain('It will appear once it has been approved.');
  });

  it('returns the form with messages at its fields and the visitor’s text', async () => {
    const evil = '"><script>alert(1)</script>';
    const errors = { author_name: 'Name contains invalid characters', content: 'Comment is too short' };
    record('/api/comments', refuse(400, 'request.invalid', errors.author_name, { errors }));
    const page = await send('/photo/1', { ...COMMENT, author_name: evil, content: '</textarea><b>' });

    expect(page.status).toBe(400);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.html).not.toContain('<script>alert');
    expect(page.html).not.toContain('</textarea><b>');
    expect(page.at('author_name').tag).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(page.at('author_name').tag).toContain('autofocus');
    expect(page.at('author_name').after).toContain('Name contains invalid characters');
    expect(page.at('author_email').tag).toContain('value="ruth@example.com"');
    expect(page.at('author_email').tag).not.toContain('autofocus');
    expect(page.at('content').tag).toContain('&lt;/textarea&gt;&lt;b&gt;</textarea>');
    expect(page.at('content').after).toContain('Comment is too short');
  });

  it('with a filled honeypot returns the form with an empty one', async () => {
    record('/api/comments', refuse(400, 'request.spam', 'Please try again.'));
    const page = await send('/photo/1', { ...COMMENT, website: 'https://elin.example' });

    expect(page.html).toMatch(/role="alert"[^>]*>Please try again\.</);
    expect(page.at('website').tag).toContain('name="website"');
    expect(page.at('website').tag).not.toContain('elin.example');
    expect(page.at('content').tag).toContain('that pier.</textarea>');
  });

  it('without its fields is sent empty', async () => {
    const recorded = record('/api/comments');
    await send('/photo/1', { hello: 'there' });

    expect(recorded.map(({ body }) => body)).toEqual([{ author_name: '', author_email: '', content: '', photo_id: 1 }]);
  });

  it('uses the last of repeated fields', async () => {
    const recorded = record('/api/comments');
    await send('/photo/1', 'content=one&content=two&__proto__=x');

    expect(recorded[0]?.body).toMatchObject({ content: 'two' });
  });

  it('over the rate limit returns the form with the waiting time', async () => {
    record('/api/comments', refuse(429, 'request.too-many', 'Too many.', { headers: { 'retry-after': '90' } }));
    const page = await send('/photo/1', COMMENT);

    expect(page.status).toBe(429);
    expect(page.headers.get('retry-after')).toBe('90');
    expect(page.html).toMatch(/role="alert"[^>]*>Too many\. You can try again in 2 minutes\.</);
    expect(page.at('content').tag).toContain('I know\nthat pier.</textarea>');
  });

  it.each([
    ['is unavailable', refuse(503, 'service.unavailable', 'The site is busy.'), 503, 'The site is busy.'],
    ['closes the connection', ({ socket }: IncomingMessage) => void socket.destroy(), 503, 'Failed to add comment'],
  ])('returns the form when the API %s', async (_name, respond, status, message) => {
    record('/api/comments', respond);
    const page = await send('/photo/1', COMMENT);

    expect(page.status).toBe(status);
    expect(page.html).toContain(message);
    expect(page.at('content').tag).toContain('that pier.');
  });

  it('on a missing photo shows the 404 page', async () => {
    record('/api/comments', refuse(404, 'photo.not-found', 'Photo not found'));

    expect((await send('/photo/99', COMMENT)).status).toBe(404);
    expect((await send('/photo/pier', COMMENT)).html).toContain('Photo not found');
  });
});

describe('the list of comments without JavaScript', () => {
  it('has links to its next and first page', async () => {
    const { '/api/comments/photo/1?limit=20': before } = site.api.responses;
    const page = (next_cursor: string | null) => () => ({ comments: [], total: 40, next_cursor });
    site.api.responses['/api/comments/photo/1?limit=20'] = () => ({
      comments: [{ ...JSON.parse('{"id":1,"author_name":"A","content":"B","created_at":"2026-05-10T10:00:00.000Z"}') }],
      total: 40,
      next_cursor: 'abc',
    });
    site.api.responses['/api/comments/photo/1?limit=20&cursor=abc'] = page(null);
    const first = await (await site.get('/photo/1?gallery=slack-water')).text();
    const second = await (await site.get('/photo/1?gallery=slack-water&comments=abc')).text();
    site.api.responses['/api/comments/photo/1?limit=20'] = before as () => unknown;

    expect(first).toContain('href="/photo/1?gallery=slack-water&amp;comments=abc#comments"');
    expect(second).toContain('href="/photo/1?gallery=slack-water#comments"');
    expect(second).not.toContain('Show more comments');
  });
});

describe('a message without JavaScript', () => {
  it('is sent with the photo in the form, and confirmed', async () => {
    const recorded = record('/api/contact');
    const form = await (await site.get('/contact?photo=2')).text();
    expect(form).toContain('<input type="hidden" name="photo_id" value="2"/>');
    expect(form).toContain('value="About “Pier”"');
    const { status, headers } = await send('/contact?photo=2', { ...MESSAGE, website: '', photo_id: '2' });

    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/contact?sent=message&about=2#message-form');
    expect(recorded.map(({ body }) => body)).toEqual([{ ...MESSAGE, website: '', photo_id: 2 }]);
    const after = await (await site.get('/contact?sent=message&about=2')).text();
    expect(after).toContain('Message sent successfully! I&#x27;ll get back to you soon.');
    expect(after).not.toContain('name="photo_id"');
  });

  it('returns the form with the visitor’s text after a failure', async () => {
    record('/api/contact', refuse(503, 'service.unavailable', 'Busy.'));
    const page = await send('/contact?photo=2', { ...MESSAGE, subject: '', photo_id: '2' });

    expect(page.status).toBe(503);
    expect(page.html).toMatch(/role="alert"[^>]*autofocus=""[^>]*>Failed to send message\. Please try again\.</);
    expect(page.at('subject').tag).toContain('value=""');
    expect(page.at('message').tag).toContain('Is there one?</textarea>');
  });

  it('can be sent without its photo after the photo was deleted', async () => {
    record('/api/contact', refuse(404, 'photo.not-found', 'Photo not found'));
    const page = await send('/contact?photo=404', { ...MESSAGE, photo_id: '404' });

    expect(page.html).toContain(
      'Failed to send message. Please try again. The photo that you ask about no longer exists',
    );
    expect(page.at('message').tag).toContain('Is there one?');
    expect(page.html).not.toContain('name="photo_id"');
  });
});

describe('a form post', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://sister.elin.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    [{ origin: 'https://elin.example' }, 303],
    [{ 'content-type': 'Application/X-WWW-Form-Urlencoded' }, 303],
  ])('with %j gets status %i', async (headers, status) => {
    const recorded = record('/api/comments');
    const response = await send('/photo/1', COMMENT, headers as Record<string, string>);

    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(recorded).toHaveLength(status === 303 ? 1 : 0);
  });

  it('from the request’s own host is accepted', async () => {
    record('/api/comments');
    expect((await send('/photo/1', COMMENT, { origin: site.origin })).status).toBe(303);
  });

  it('is refused by pages without a form', async () => {
    const page = await send('/about', COMMENT);

    expect(page.status).toBe(405);
    expect(page.headers.get('allow')).toBe('GET, HEAD');
    expect(page.headers.get('content-type')).toMatch('text/html');
  });

  it('without a body is refused like one without fields', async () => {
    const response = await fetch(`${site.origin}/about`, { method: 'POST' });

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('to an unknown address gets the page of a GET request', async () => {
    const page = await send('/nothing', COMMENT);

    expect(page.status).toBe(404);
    expect(page.headers.get('allow')).toBeNull();
    expect(page.html).toContain('There is nothing at this address.');
  });

  it('is refused with an HTML page when it is too large', async () => {
    const page = await send('/photo/1', { ...COMMENT, content: 'a'.repeat(300_000) });

    expect(page.status).toBe(413);
    expect(page.headers.get('content-type')).toMatch('text/html');
  });

  it.each([
    ['multipart/form-data; boundary=x', 415, 'The format of the submitted data is not supported.'],
    ['application/json', 415, 'The format of the submitted data is not supported.'],
    ['text/plain', 415, 'The format of the submitted data is not supported.'],
  ])('of type %s gets status %i', async (type, status, text) => {
    const headers = { 'content-type': type };
    const response = await fetch(`${site.origin}/photo/1`, { method: 'POST', headers, body: '--x--' });

    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
  });
});

describe('many requests of one client', () => {
  it.each([
    ['forms', '/api/comments', { method: 'POST', body: new URLSearchParams(COMMENT) }],
    ['preview links', '/api/previews/open', {}],
  ])('call the API two at a time: %s', async (_name, path, init) => {
    const limited = await startTestSite({}, { slots: { total: 4, perClient: 2, waiting: 8 } });
    const calls = { open: 0, maximum: 0 };
    limited.api.responses[path] = async () => {
      calls.maximum = Math.max(calls.maximum, (calls.open += 1));
      await wait(200);
      calls.open -= 1;
      return { slug: 'drafts' };
    };
    const address = `${limited.origin}${path === '/api/comments' ? '/photo/1' : '/preview?token=x'}`;
    const requests = Array.from({ length: 6 }, () => fetch(address, { redirect: 'manual', ...init }));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    await limited.stop();

    expect(statuses).toEqual(Array(6).fill(303));
    expect(calls.maximum).toBe(2);
  });
});
