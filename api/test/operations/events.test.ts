import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { publishEvent } from '@portfolio/database';
import { createPhoto } from '@portfolio/testing';
import { closeApp, createApp } from '../../src/create-app.ts';
import { EventStreams } from '../../src/events/event-streams.ts';
import { readEvents } from '../event-reader.ts';
import { startOwnTestApi, startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
const others: NestFastifyApplication[] = [];
const opened: Awaited<ReturnType<typeof readEvents>>[] = [];
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(opened.splice(0).map((stream) => stream.cancel()));
  for (const other of others.splice(0)) await closeApp(other);
  await untilOpen(0);
});

const signIn = async ({ visitor } = api) => {
  const { email, password } = DEMO_ACCOUNT;
  const { body } = await visitor.post('/api/auth/login').send({ email, password }).expect(200);
  return `Bearer ${body.token}`;
};
/** A stream after its `open` event. */
async function openStream(url = api.url, authorization?: string) {
  const stream = await readEvents(url, authorization ?? (await signIn()));
  opened.push(stream);
  expect(stream.response.status).toBe(200);
  expect(await stream.nextEvent()).toEqual(['open', {}]);
  return stream;
}
const streams = () => api.app.get(EventStreams);
const untilOpen = async (count: number) => {
  while (streams().size !== count) await new Promise((resolve) => setTimeout(resolve, 10));
};
const revokeTokens = () => api.database.query('update users set token_version = token_version + 1');
const publish = (photo_id: number) => publishEvent(api.database, { type: 'photo.ready', photo_id });

describe('the stream of events', () => {
  it('sends `open` and then events, unbuffered by proxies', async () => {
    const { response, nextEvent } = await openStream();

    await publishEvent(api.database, { type: 'photo.progress', photo_id: 5, percent: 40 });
    await publish(5);

    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await nextEvent()).toEqual(['photo.progress', { photo_id: 5, percent: 40 }]);
    expect(await nextEvent()).toEqual(['photo.ready', { photo_id: 5 }]);
  });

  it('sends new comments and messages', async () => {
    const { nextEvent } = await openStream();
    const { id: photo_id } = await createPhoto(api.database);
    const comment = { photo_id, author_name: 'Ruth', author_email: 'ruth@example.com', content: 'Lovely' };
    const message = { name: 'Imke', email: 'imke@example.com', subject: 'A print', message: 'Is there one left?' };

    const { body } = await api.visitor.post('/api/comments').send(comment).expect(201);
    await api.visitor.post('/api/contact').send(message).expect(201);

    expect(await nextEvent()).toEqual(['comment.created', { comment_id: body.comment.id, photo_id }]);
    expect(await nextEvent()).toEqual(['message.created', { message_id: expect.any(Number) }]);
  });

  it('sends events of another API process', async () => {
    const other = await createApp(api.env);
    others.push(other);
    await other.listen(0, '127.0.0.1');
    const { nextEvent } = await openStream(await other.getUrl());
    const { id: photo_id } = await createPhoto(api.database);

    const comment = { photo_id, author_name: 'Ruth', author_email: 'ruth@example.com', content: 'Lovely' };
    await api.visitor.post('/api/comments').send(comment).expect(201);

    expect(await nextEvent()).toEqual(['comment.created', { comment_id: expect.any(Number), photo_id }]);
  });

  it('sends `open` again after a lost database connection', async () => {
    const { nextEvent } = await openStream();

    await api.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'portfolio-events'`,
    );

    expect(await nextEvent()).toEqual(['open', {}]);
    await publish(7);
    expect(await nextEvent()).toEqual(['photo.ready', { photo_id: 7 }]);
  });

  it('uses one database connection for all streams', async () => {
    const three = [await openStream(), await openStream(), await openStream()];

    await publish(7);

    expect(await Promise.all(three.map(({ nextEvent }) => nextEvent()))).toEqual(
      three.map(() => ['photo.ready', { photo_id: 7 }]),
    );
    const listening = await api.database.query<unknown[]>(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'portfolio-events'`,
    );
    expect(listening).toHaveLength(1);
  });
});

describe('an event stream', () => {
  it('requires a session', async () => {
    for (const authorization of ['', 'Bearer nonsense']) {
      const { response } = await readEvents(api.url, authorization);

      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'auth.required' });
    }
    expect(streams().size).toBe(0);
  });

  it('is kept alive until its token is revoked', async () => {
    const { next } = await openStream();
    await streams().keepAlive();
    expect(await next()).toBe('comment');

    await revokeTokens();
    await streams().keepAlive();

    expect(await next()).toBe('end');
    await untilOpen(0);
  });

  it('sends no event after its token is revoked', async () => {
    const { next } = await openStream();
    await revokeTokens();

    // A check of the tokens is valid for half a second.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 500);
    await publish(5);

    expect(await next()).toBe('end');
  });

  it('shares one keep-alive timer, which ends with the API', async () => {
    const own = await startOwnTestApi();
    const setIntervalSpy = jest.spyOn(globalThis, 'setInterval');
    const cleared = jest.spyOn(globalThis, 'clearInterval');
    const token = await signIn(own);
    const two = [await openStream(own.url, token), await openStream(own.url, token)];
    const isKeepAlive = (_: unknown, index: number) => setIntervalSpy.mock.calls[index]?.[1] === 15_000;
    const keepAlives = setIntervalSpy.mock.calls.filter(isKeepAlive);
    const timers = setIntervalSpy.mock.results.filter(isKeepAlive).map(({ value }) => value as NodeJS.Timeout);

    for (const [pulse] of keepAlives) pulse();
    const pulses = await Promise.all(two.map(({ next }) => next()));
    await own.stop();

    expect(pulses).toEqual(['comment', 'comment']);
    expect(timers).toHaveLength(1);
    expect(cleared).toHaveBeenCalledWith(timers[0]);
  });

  it('ends when its token expires', async () => {
    const { next } = await openStream();
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 24 * 60 * 60 * 1000);

    await streams().keepAlive();
    now.mockRestore();

    expect(await next()).toBe('end');
  });

  it('stays open when another token ends', async () => {
    const old = await openStream();
    await revokeTokens();
    const fresh = await openStream();

    await streams().keepAlive();

    expect(await old.next()).toBe('end');
    expect(await fresh.next()).toBe('comment');
  });

  it('is removed when its client disconnects', async () => {
    const client = get(`${api.url}/api/admin/events`, { headers: { authorization: await signIn() } });
    client.on('error', () => undefined);
    await once(client, 'response');
    expect(streams().size).toBe(1);

    client.destroy();

    await untilOpen(0);
  });

  it('ends when its client does not read', async () => {
    const { response } = await openStream();
    expect(response.ok).toBe(true);

    // More than all buffers hold.
    while (streams().size > 0) {
      await api.database.query(
        `select pg_notify('site_events', json_build_object('type', 'photo.ready', 'x', repeat('x', 7000))::text)
         from generate_series(1, 200)`,
      );
    }

    expect(streams().size).toBe(0);
  });

  it('is not opened by HEAD', async () => {
    const response = await fetch(`${api.url}/api/admin/events`, {
      method: 'HEAD',
      headers: { authorization: await signIn() },
    });

    expect(response.status).toBe(200);
    expect(streams().size).toBe(0);
  });

  it('is rejected beyond the maximum', async () => {
    const token = await signIn();
    for (let count = 0; count < 100; count += 1) await openStream(api.url, token);

    const { response } = await readEvents(api.url, token);

    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'service.unavailable' });
    expect(streams().size).toBe(100);
  });
});
