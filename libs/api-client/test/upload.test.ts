import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Api } from '../src/http.ts';
import { upload } from '../src/upload.ts';

/** Upload request controlled by the test. */
class Request {
  static all: Request[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  readonly headers: Record<string, string> = {};
  status = 0;
  response: unknown = null;
  isAborted = false;
  onload?: () => void;
  onabort?: () => void;

  constructor() {
    Request.all.push(this);
  }

  open(): void {}
  send(): void {}

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getResponseHeader(): null {
    return null;
  }

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }

  respond(status: number, response: unknown): void {
    Object.assign(this, { status, response });
    this.onload?.();
  }
}

beforeEach(() => {
  jest.useFakeTimers();
  Request.all = [];
  globalThis.XMLHttpRequest = Request as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
});

const send = (signal?: AbortSignal, api = new Api()) =>
  upload(api, '/photos/upload', new FormData(), { ...(signal && { signal }) });

it('aborts an upload after a minute without progress, as unreachable', async () => {
  const sent = send();
  const failure = expect(sent).rejects.toMatchObject({
    status: 0,
    message: expect.stringContaining('cannot be reached'),
  });
  const [request] = Request.all;

  jest.advanceTimersByTime(50_000);
  request!.upload.onprogress?.({ loaded: 1, total: 2 });
  jest.advanceTimersByTime(50_000);
  expect(request!.isAborted).toBe(false);
  jest.advanceTimersByTime(10_000);

  expect(request!.isAborted).toBe(true);
  await failure;
});

it('waits longer for the response to a file that is sent', async () => {
  const sent = send();
  const [request] = Request.all;
  request!.upload.onload?.();
  jest.advanceTimersByTime(170_000);
  expect(request!.isAborted).toBe(false);
  request!.respond(201, { photo: 1 });

  expect(await sent).toEqual({ photo: 1 });
});

it('leaves no timer, and no listener on its signal', async () => {
  const { signal } = new AbortController();
  const sent = send(signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);

  Request.all[0]!.respond(201, { photo: 1 });

  expect(await sent).toEqual({ photo: 1 });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  jest.advanceTimersByTime(60_000);
  expect(Request.all[0]!.isAborted).toBe(false);
});

it('is cancelled by its signal, also by one aborted before', async () => {
  const controller = new AbortController();
  const sent = send(controller.signal);
  controller.abort();

  await expect(sent).rejects.toMatchObject({ status: 0, message: 'The upload was cancelled' });
  expect(Request.all[0]!.isAborted).toBe(true);
  await expect(send(controller.signal)).rejects.toMatchObject({ status: 0, message: 'The upload was cancelled' });
  expect(Request.all).toHaveLength(1);
});

it('repeats a 401 with a token replaced meanwhile', async () => {
  let token = 'old';
  const sent = send(undefined, new Api({ token: () => token }));
  token = 'new';
  Request.all[0]!.respond(401, { code: 'auth.required' });
  // Flushes pending promises.
  await jest.advanceTimersByTimeAsync(0);
  Request.all[1]!.respond(201, { photo: 1 });

  expect(await sent).toEqual({ photo: 1 });
  expect(Request.all.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
});
