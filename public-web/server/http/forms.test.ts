import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { Refusal, sentTo } from '../../test/fake-api.ts';
import { startTestSite } from '../../test/start-test-site.ts';

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());
afterEach(() => {
  delete site.api.answers['/api/comments'];
  delete site.api.answers['/api/contact'];
});

const COMMENT = { author_name: 'Ruth Calder', author_email: 'ruth@example.com', content: 'I know\r\nthat pier.' };
const MESSAGE = { name: 'Ruth Calder', email: 'ruth@example.com', subject: 'Prints', message: 'Is there one?' };

/** Sends a form as a browser does by itself. */
async function send(path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  const response = await fetch(site.origin + path, { method: 'POST', body, headers, redirect: 'manual' });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, at: (name: string) => control(html, name) };
}

/** The tag of a control with all its attributes, and what follows it up to the end of its field. */
function control(html: string, name: string) {
  const match = new RegExp(`<(?:input|textarea)[^>]*name="${name}"[^>]*>(?:[^<]*</textarea>)?(.*?)</div>`).exec(html);
  return { tag: match?.[0] ?? '', after: match?.[1] ?? '' };
}

/** Takes what is sent to the API, and answers it; also with a refusal. */
function take(path: string, answer: () => unknown = () => ({})) {
  const taken: { body: Record<string, unknown>; headers: IncomingMessage['headers'] }[] = [];
  site.api.answers[path] = async (request) => {
    taken.push({ body: await sentTo(request), headers: request.headers });
    return answer();
  };
  return taken;
}
const refuse =
  (...refusal: ConstructorParameters<typeof Refusal>) =>
  () => {
    throw new Refusal(...refusal);
  };

describe('a comment that a browser sends by itself', () => {
  it('goes to the API in the visitor’s name, about the photo of the address', async () => {
    const taken = take('/api/comments');
    const { status, headers } = await send('/photo/1?gallery=slack-water&utm=x', {
      ...COMMENT,
      website: '',
      photo_id: '2',
      is_approved: 'true',
    });

    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/photo/1?gallery=slack-water&sent=comment#comment-form');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(taken.map(({ body }) => body)).toEqual([
      { ...COMMENT, content: 'I know\nthat pier.', website: '', photo_id: 1 },
    ]);
    expect(taken[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
  });

  it('is confirmed on the page that follows, and only there', async () => {
    const after = await (await site.get('/photo/1?gallery=slack-water&sent=comment')).text();
    const before = await (await site.get('/photo/1?gallery=slack-water')).text();

    expect(after).toContain('Comment added successfully!');
    expect(after).toContain('It will appear once it has been approved.');
    expect(before).not.toContain('It will appear once it has been approved.');
  });

  it('comes back with the messages at its fields and all that was typed', async () => {
    const evil = '"><script>alert(1)</script>';
    const errors = { author_name: 'Name contains invalid characters', content: 'Comment is too short' };
    take('/api/comments', refuse(400, 'request.invalid', errors.author_name, { errors }));
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

  it('with something in the trap comes back with nothing in it, to be sent again', async () => {
    take('/api/comments', refuse(400, 'request.spam', 'Please try again.'));
    const page = await send('/photo/1', { ...COMMENT, website: 'https://elin.example' });

    expect(page.html).toMatch(/role="alert"[^>]*>Please try again\.</);
    expect(page.at('website').tag).toContain('name="website"');
    expect(page.at('website').tag).not.toContain('elin.example');
    expect(page.at('content').tag).toContain('that pier.</textarea>');
  });

  it('that lacks its fields is an empty one', async () => {
    const taken = take('/api/comments');
    await send('/photo/1', { hello: 'there' });

    expect(taken.map(({ body }) => body)).toEqual([{ author_name: '', author_email: '', content: '', photo_id: 1 }]);
  });

  it('counts a field that is there twice as it is there last', async () => {
    const taken = take('/api/comments');
    await send('/photo/1', 'content=one&content=two&__proto__=x');

    expect(taken[0]?.body).toMatchObject({ content: 'two' });
  });

  it('that is one too many comes back with the reason, and when to try again', async () => {
    take('/api/comments', refuse(429, 'request.too-many', 'Too many.', { headers: { 'retry-after': '90' } }));
    const page = await send('/photo/1', COMMENT);

    expect(page.status).toBe(429);
    expect(page.headers.get('retry-after')).toBe('90');
    expect(page.html).toMatch(/role="alert"[^>]*>Too many\. You can try again in 2 minutes\.</);
    expect(page.at('content').tag).toContain('I know\nthat pier.</textarea>');
  });

  it.each([
    ['is away', refuse(503, 'service.unavailable', 'The site is busy.'), 503, 'The site is busy.'],
    ['does not answer', () => new Promise(() => undefined), 503, 'Failed to add comment'],
  ])('comes back when the API %s', async (_why, answer, status, sentence) => {
    take('/api/comments', answer);
    const page = await send('/photo/1', COMMENT);

    expect(page.status).toBe(status);
    expect(page.html).toContain(sentence);
    expect(page.at('content').tag).toContain('that pier.');
  });

  it('on a photo that is not there gets the page that says so', async () => {
    take('/api/comments', refuse(404, 'photo.not-found', 'Photo not found'));

    expect((await send('/photo/99', COMMENT)).status).toBe(404);
    expect((await send('/photo/pier', COMMENT)).html).toContain('Photo not found');
  });
});

describe('comments without JavaScript', () => {
  it('go on where the address says', async () => {
    const { '/api/comments/photo/1?limit=20': before } = site.api.answers;
    const page = (next_cursor: string | null) => () => ({ comments: [], total: 40, next_cursor });
    site.api.answers['/api/comments/photo/1?limit=20'] = () => ({
      comments: [{ ...JSON.parse('{"id":1,"author_name":"A","content":"B","created_at":"2026-05-10T10:00:00.000Z"}') }],
      total: 40,
      next_cursor: 'abc',
    });
    site.api.answers['/api/comments/photo/1?limit=20&cursor=abc'] = page(null);
    const first = await (await site.get('/photo/1?gallery=slack-water')).text();
    const second = await (await site.get('/photo/1?gallery=slack-water&comments=abc')).text();
    site.api.answers['/api/comments/photo/1?limit=20'] = before as () => unknown;

    expect(first).toContain('href="/photo/1?gallery=slack-water&amp;comments=abc#comments"');
    expect(second).toContain('href="/photo/1?gallery=slack-water#comments"');
    expect(second).not.toContain('Show more comments');
  });
});

describe('a message that a browser sends by itself', () => {
  it('is sent with the photo that the form shows, and confirmed', async () => {
    const taken = take('/api/contact');
    const form = await (await site.get('/contact?photo=2')).text();
    expect(form).toContain('<input type="hidden" name="photo_id" value="2"/>');
    expect(form).toContain('value="About “Pier”"');
    const { status, headers } = await send('/contact?photo=2', { ...MESSAGE, website: '', photo_id: '2' });

    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/contact?sent=message#message-form');
    expect(taken.map(({ body }) => body)).toEqual([{ ...MESSAGE, website: '', photo_id: 2 }]);
    const after = await (await site.get('/contact?sent=message')).text();
    expect(after).toContain('Message sent successfully! I&#x27;ll get back to you soon.');
  });

  it('comes back as it was typed when it cannot be sent', async () => {
    take('/api/contact', refuse(503, 'service.unavailable', 'Busy.'));
    const page = await send('/contact?photo=2', { ...MESSAGE, subject: '', photo_id: '2' });

    expect(page.status).toBe(503);
    expect(page.html).toMatch(/role="alert"[^>]*autofocus=""[^>]*>Failed to send message\. Please try again\.</);
    expect(page.at('subject').tag).toContain('value=""');
    expect(page.at('message').tag).toContain('Is there one?</textarea>');
  });

  it('can be sent without the photo once the photo has gone', async () => {
    take('/api/contact', refuse(404, 'photo.not-found', 'Photo not found'));
    const page = await send('/contact?photo=404', { ...MESSAGE, photo_id: '404' });

    expect(page.html).toContain('Failed to send message. Please try again. The photo that you ask about is not there');
    expect(page.at('message').tag).toContain('Is there one?');
    expect(page.html).not.toContain('name="photo_id"');
  });
});

describe('a form that is not one of ours', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://sister.elin.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    [{ origin: 'https://elin.example' }, 303],
  ])('with %j is answered %i', async (headers, status) => {
    const taken = take('/api/comments');
    const answer = await send('/photo/1', COMMENT, headers as Record<string, string>);

    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(taken).toHaveLength(status === 303 ? 1 : 0);
  });

  it('from the address that the request itself names is ours', async () => {
    take('/api/comments');
    expect((await send('/photo/1', COMMENT, { origin: site.origin })).status).toBe(303);
  });

  it('is refused where no page takes one', async () => {
    const page = await send('/about', COMMENT);

    expect(page.status).toBe(405);
    expect(page.headers.get('allow')).toBe('GET, HEAD');
    expect(page.headers.get('content-type')).toMatch('text/html');
  });

  it('is refused with a page when it is too large', async () => {
    const page = await send('/photo/1', { ...COMMENT, content: 'a'.repeat(300_000) });

    expect(page.status).toBe(413);
    expect(page.headers.get('content-type')).toMatch('text/html');
  });

  it.each([
    ['multipart/form-data; boundary=x', 415],
    ['text/plain', 404],
  ])('as %s is answered %i', async (type, status) => {
    const headers = { 'content-type': type };
    const response = await fetch(`${site.origin}/photo/1`, { method: 'POST', headers, body: '--x--' });

    expect(response.status).toBe(status);
  });
});
