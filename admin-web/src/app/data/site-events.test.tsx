import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Api } from '@portfolio/api-client';
import { FakeResponse, failing, fakeApi, unreachable } from '../../../test/fake-api.ts';
import { FakeEvents } from '../../../test/fake-events.ts';
import { followSiteEvents, type StreamEvent } from './site-events.ts';
import { tokenStore } from './token-store.ts';

let leaving: AbortController;
beforeEach(() => {
  tokenStore.set('old');
  jest.useFakeTimers();
  leaving = new AbortController();
});
afterEach(() => {
  leaving.abort();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function follow(response: () => unknown, listener?: (event: StreamEvent) => void) {
  const ended = jest.fn(tokenStore.clear);
  const received: StreamEvent[] = [];
  const api = fakeApi({ 'GET /admin/events': response });
  const client = new Api({ token: tokenStore.get, onUnauthorized: ended });
  const end = followSiteEvents(client, listener ?? ((event) => void received.push(event)), leaving.signal);
  return { api, received, ended, end };
}

it('publishes events by type and sends the token', async () => {
  const events = new FakeEvents();
  const { api, received } = follow(() => events);

  await jest.advanceTimersByTimeAsync(0);
  events.send({ type: 'open' });
  events.send({ type: 'photo.progress', photo_id: 3, percent: 40 });
  await jest.advanceTimersByTimeAsync(0);

  expect(received).toEqual([{ type: 'open' }, { type: 'photo.progress', photo_id: 3, percent: 40 }]);
  expect(api.calls[0]!.token).toBe('Bearer old');
});

it.each([
  ['the request fails', unreachable],
  ['the API responds with 503', () => new FakeResponse(503, null)],
  ['the stream ends', () => new FakeEvents({ ended: true })],
])('reconnects with growing delays when %s', async (_, response) => {
  const { api } = follow(response);

  await jest.advanceTimersByTimeAsync(0);
  expect(api.calls).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(api.calls).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1_999);
  expect(api.calls).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(api.calls).toHaveLength(3);
});

it('times out a silent stream', async () => {
  const { api } = follow(() => new FakeEvents());

  await jest.advanceTimersByTimeAsync(44_999);
  expect(api.calls).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1_001);

  expect(api.calls).toHaveLength(2);
});

it('reports a failing listener and continues', async () => {
  const report = jest.spyOn(globalThis, 'reportError').mockReturnValue();
  const events = new FakeEvents();
  const fault = new Error('No such photo');
  const listener = jest.fn((_: StreamEvent) => {
    throw fault;
  });
  const { api } = follow(() => events, listener);

  await jest.advanceTimersByTimeAsync(0);
  events.send({ type: 'open' });
  events.send({ type: 'photo.ready', photo_id: 3 });
  await jest.advanceTimersByTimeAsync(2_000);

  expect(listener).toHaveBeenCalledTimes(2);
  expect(report).toHaveBeenCalledWith(fault);
  expect(api.calls).toHaveLength(1);
});

it('ends the session at a 401 without a reconnection', async () => {
  const { api, ended, end } = follow(() => failing('auth.required'));

  await end;

  expect(ended).toHaveBeenCalledTimes(1);
  expect(api.calls).toHaveLength(1);
});

it('reconnects with a token that replaced a refused one', async () => {
  const { api, ended } = follow(() => {
    if (tokenStore.get() === 'new') return new FakeEvents();
    tokenStore.set('new');
    return failing('auth.required');
  });

  await jest.advanceTimersByTimeAsync(1_000);

  expect(api.calls.map((call) => call.token)).toEqual(['Bearer old', 'Bearer new']);
  expect(ended).not.toHaveBeenCalled();
});
