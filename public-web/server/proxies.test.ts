import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { startTestSite } from '../test/start-test-site.ts';

const MEGABYTE = 1024 * 1024;
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

async function digestOf(request: IncomingMessage) {
  const hash = createHash('sha256');
  for await (const piece of request) hash.update(piece as Buffer);
  return hash.digest('hex');
}

describe('the way to the API', () => {
  it('lets an upload of 12 MB through as it is, while it comes in', async () => {
    const image = randomBytes(12 * MEGABYTE);
    let arrived = () => {};
    const first = new Promise<void>((resolve) => (arrived = resolve));
    site.api.answers['/api/photos/upload'] = async (request) => {
      request.once('data', arrived);
      return { digest: await digestOf(request), type: request.headers['content-type'] };
    };
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(image.subarray(0, MEGABYTE));
        // The rest is sent only once the beginning has reached the API: nothing in between may wait for the whole.
        await first;
        controller.enqueue(image.subarray(MEGABYTE));
        controller.close();
      },
    });

    const type = 'multipart/form-data; boundary=x';
    const request = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type } };
    const response = await fetch(`${site.origin}/api/photos/upload`, request as RequestInit);

    expect(await response.json()).toEqual({ digest: digest(image), type });
  });

  it('lets JSON through with its length, though larger than the server’s own limit', async () => {
    const text = JSON.stringify({ content: 'x'.repeat(2 * MEGABYTE) });
    site.api.answers['/api/comments'] = async (request) => ({ digest: await digestOf(request) });

    const response = await fetch(`${site.origin}/api/comments`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json' },
    });

    expect(await response.json()).toEqual({ digest: digest(Buffer.from(text)) });
  });

  it('lets through an upload that asks first whether it is welcome, as curl does with large ones', async () => {
    const image = randomBytes(MEGABYTE);
    site.api.answers['/api/photos/upload'] = async (request) => ({ digest: await digestOf(request) });

    const answer = await new Promise<string>((resolve, reject) => {
      const request = httpRequest(`${site.origin}/api/photos/upload`, {
        method: 'POST',
        headers: { expect: '100-continue', 'content-type': 'image/jpeg', 'keep-alive': 'timeout=5' },
      });
      request.once('continue', () => request.end(image));
      request.once('error', reject);
      request.once('response', (response) => {
        let text = '';
        response.on('data', (piece: Buffer) => (text += piece.toString())).on('end', () => resolve(text));
      });
    });

    expect(JSON.parse(answer)).toEqual({ digest: digest(image) });
  });

  it('passes on a refusal that comes before the upload has ended', async () => {
    const refusal = { statusCode: 413, message: 'Image size must be less than 10MB', code: 'image.too-large' };
    site.api.answers['/api/photos/upload'] = (request, response) => {
      request.once('data', () => response.writeHead(413).end(JSON.stringify(refusal)));
      request.resume();
    };

    const response = await fetch(`${site.origin}/api/photos/upload`, {
      method: 'POST',
      body: randomBytes(12 * MEGABYTE),
      headers: { 'content-type': 'application/octet-stream' },
    });

    expect(response.status).toBe(413);
    expect(await response.json()).toEqual(refusal);
  });

  it('passes on a large file with its headers', async () => {
    const file = randomBytes(12 * MEGABYTE);
    site.api.answers['/media/1/2400.jpeg'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'immutable', etag: '"1"' }).end(file);
    };

    const response = await site.get('/media/1/2400.jpeg');

    expect(digest(new Uint8Array(await response.arrayBuffer()))).toBe(digest(file));
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': 'image/jpeg', etag: '"1"' });
  });

  it('passes on an answer that goes on, piece by piece', async () => {
    site.api.answers['/api/events'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      return new Promise(() => {});
    };

    const response = await site.get('/api/events');
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();

    expect(new TextDecoder().decode(value)).toBe('data: 1\n\n');
  });

  it('passes on failures, their headers and the token', async () => {
    site.api.answers['/api/auth/me'] = (request, response) => {
      response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' });
      response.end(JSON.stringify({ token: request.headers.authorization, from: request.headers['x-forwarded-for'] }));
    };

    const response = await site.get('/api/auth/me', { authorization: 'Bearer t', 'x-forwarded-for': '6.6.6.6' });

    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.json()).toEqual({ token: 'Bearer t', from: '127.0.0.1' });
  });

  it('asks once where the API says that it is busy', async () => {
    let times = 0;
    site.api.answers['/api/health'] = (_request, response) => {
      times += 1;
      response.writeHead(503, { 'retry-after': '1' }).end();
    };

    expect((await site.get('/api/health')).status).toBe(503);
    expect(times).toBe(1);
  });

  it('takes the word of a gateway that it is told to trust', async () => {
    const behind = await startTestSite({ TRUST_PROXY: 'loopback' });
    behind.api.answers['/api/who'] = (request) => ({ from: request.headers['x-forwarded-for'] });
    const response = await behind.get('/api/who', { 'x-forwarded-for': '203.0.113.7' });
    await behind.stop();

    expect(await response.json()).toEqual({ from: '203.0.113.7' });
  });
});

describe('a process that is away', () => {
  it.each(['/api/photos', '/media/1/320.jpeg', '/admin-app/mf-manifest.json'])('answers 503 at %s', async (path) => {
    const alone = await startTestSite({ API_URL: 'http://127.0.0.1:9', ADMIN_APP_URL: 'http://127.0.0.1:9' });
    const response = await alone.get(path);
    const body = await response.json();
    await alone.stop();

    expect(response.status).toBe(503);
    expect(body).toEqual({ statusCode: 503, code: 'service.unavailable', message: expect.any(String) });
  });

  it('that breaks off in the middle does not take this one along', async () => {
    site.api.answers['/api/photos/1'] = (request) => request.socket.destroy();

    const response = await site.get('/api/photos/1');

    expect(response.status).toBe(503);
    expect((await site.get('/health')).status).toBe(200);
  });
});
