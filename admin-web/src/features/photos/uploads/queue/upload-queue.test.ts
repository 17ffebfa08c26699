import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@portfolio/api-client';
import { ERRORS, type ErrorCode, type PhotoView } from '@portfolio/contracts';
import { aFile, aPhoto } from '../../../../../test/factories.ts';
import type { NewUpload, QueuedUpload } from './queued-upload.ts';
import { UploadQueue } from './upload-queue.ts';

/** A request that a test responds to. */
interface Request {
  title: string;
  details: NewUpload['details'];
  signal: AbortSignal;
  accept: (photo?: PhotoView) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

let requests: Request[];
let find: jest.Mock<(upload: NewUpload) => Promise<PhotoView | undefined>>;
let onEnd: jest.Mock<(uploads: readonly QueuedUpload[]) => void>;
let queue: UploadQueue;

/** Runs pending promises and timers. */
const settle = () => jest.advanceTimersByTimeAsync(50);

beforeEach(() => {
  jest.useFakeTimers();
  // Reads without timers, which are faked here.
  jest.spyOn(Blob.prototype, 'arrayBuffer').mockResolvedValue(new ArrayBuffer(1));
  requests = [];
  find = jest.fn(async () => undefined);
  onEnd = jest.fn();
  const send = ({ details }: NewUpload, { signal }: { signal: AbortSignal }) =>
    new Promise<PhotoView>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(unreachable()));
      requests.push({
        title: details.title,
        details,
        signal,
        accept: async (photo = aPhoto()) => {
          resolve(photo);
          await settle();
        },
        fail: async (error) => {
          reject(error);
          await settle();
        },
      });
    });
  queue = new UploadQueue({ send, find, onDone: () => {}, onEnd });
});

afterEach(() => {
  queue.clear();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const unreachable = () => new ApiError(0, 'The site cannot be reached right now. Please try again.');
const failing = (code: ErrorCode, retryAfter?: number) =>
  new ApiError(ERRORS[code].status, ERRORS[code].message, code, {}, retryAfter);

async function add(...titles: string[]): Promise<void> {
  queue.add(titles.map((title) => ({ file: aFile(title), details: { title } })));
  await settle();
}

const sent = () => requests.map(({ title }) => title);
const states = () => Object.fromEntries(queue.state.get().uploads.map(({ details, state }) => [details.title, state]));
const upload = (title: string) => queue.state.get().uploads.find(({ details }) => details.title === title)!;

describe('an unreachable server', () => {
  it('pauses the queue, which probes with one upload at growing intervals', async () => {
    await add('one', 'two', 'three', 'four');
    find.mockRejectedValue(unreachable());
    for (const request of [...requests]) await request.fail(unreachable());

    expect(queue.state.get().pause).toBe('unreachable');
    expect(states()).toEqual({ one: 'waiting', two: 'waiting', three: 'waiting', four: 'waiting' });
    expect(find).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(find).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(3_700);
    expect(find).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(400);
    expect(find).toHaveBeenCalledTimes(2);
    expect(sent()).toEqual(['one', 'two', 'three']);
  });

  it('resumes all uploads once it responds', async () => {
    await add('one', 'two', 'three', 'four');
    for (const request of [...requests]) await request.fail(unreachable());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(queue.state.get().pause).toBeUndefined();
    expect(sent().slice(3)).toEqual(['one', 'two', 'three']);
  });

  it.each(['auth.required', 'request.too-many'] as const)(
    'is searched again for a photo whose response was lost when the search failed with %s',
    async (code) => {
      const photo = aPhoto({ title: 'one' });
      await add('one');
      await requests[0]!.fail(unreachable());
      find.mockRejectedValueOnce(failing(code)).mockResolvedValue(photo);

      queue.retryNow();
      await settle();
      queue.resume();
      await jest.advanceTimersByTimeAsync(60_000);

      expect(find).toHaveBeenCalledTimes(2);
      expect(sent()).toEqual(['one']);
      expect(states()).toEqual({ one: 'done' });
    },
  );

  it('is probed at once on request', async () => {
    await add('one');
    await requests[0]!.fail(unreachable());

    queue.retryNow();
    await settle();

    expect(sent()).toEqual(['one', 'one']);
  });

  it.each([502, 503, 504])('is detected from a %i of a gateway', async (status) => {
    await add('one');
    await requests[0]!.fail(new ApiError(status, 'Something went wrong'));

    expect(queue.state.get().pause).toBe('unreachable');
    expect(states()).toEqual({ one: 'waiting' });
  });

  it.each([
    ['no response', unreachable()],
    ['the 502 of a proxy', new ApiError(502, 'Something went wrong', 'server.failed')],
  ])('fails a file that repeatedly gets %s while the server responds', async (_, error) => {
    await add('one');
    for (let time = 1; time <= 3; time++) {
      await requests.at(-1)!.fail(error);
      await jest.advanceTimersByTimeAsync(30_000);
    }

    expect(upload('one')).toMatchObject({
      state: 'failed',
      reason: 'Connection lost while the photo was uploading',
      isPermanent: false,
    });
    expect(requests).toHaveLength(3);
  });

  it('does not count towards the disconnects of a file', async () => {
    await add('one');
    await requests[0]!.fail(unreachable());
    find.mockRejectedValue(unreachable());
    await jest.advanceTimersByTimeAsync(600_000);
    expect(states()).toEqual({ one: 'waiting' });

    find.mockResolvedValue(undefined);
    await jest.advanceTimersByTimeAsync(30_000);
    await requests[1]!.accept();

    expect(states()).toEqual({ one: 'done' });
  });
});

describe('a server without its storage', () => {
  const unavailable = () => failing('service.unavailable', 5);

  it('does not count towards the disconnects of a file', async () => {
    await add('one');
    for (let time = 1; time <= 4; time++) {
      await requests.at(-1)!.fail(unavailable());
      await jest.advanceTimersByTimeAsync(5_000);
    }

    expect(states()).toEqual({ one: 'uploading' });
    expect(requests).toHaveLength(5);
  });

  it('gets a file again after its Retry-After, also when a search succeeds before', async () => {
    await add('one', 'two');
    for (const request of [...requests]) await request.fail(unavailable());
    let respond = (_: undefined) => {};
    find.mockResolvedValueOnce(undefined).mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    await jest.advanceTimersByTimeAsync(5_000);
    await requests[2]!.fail(unavailable());

    respond(undefined);
    await settle();

    expect(sent().slice(2)).toEqual(['one', 'two']);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(sent().slice(4)).toEqual(['one']);
  });
});

describe('an upload whose response was lost', () => {
  it('is not sent again when the server has it', async () => {
    const photo = aPhoto({ title: 'one' });
    await add('one');
    find.mockResolvedValue(photo);
    await requests[0]!.fail(unreachable());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(upload('one')).toMatchObject({ state: 'done', photo });
    expect(requests).toHaveLength(1);
  });

  it('is sent again when the server only has the older duplicate', async () => {
    const before = aPhoto({ title: 'one' });
    queue.add([{ file: aFile('one'), details: { title: 'one' }, duplicateOf: before.id }]);
    await settle();
    find.mockResolvedValue(before);
    await requests[0]!.fail(unreachable());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(requests).toHaveLength(2);
  });

  it('is sent again when the server has another photo with the same content', async () => {
    await add('one');
    find.mockResolvedValue(aPhoto({ title: 'An old acquaintance' }));
    await requests[0]!.fail(unreachable());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(requests).toHaveLength(2);
  });

  it('is sent again when the photo on the server belongs to another upload of the queue', async () => {
    const duplicate = aPhoto({ title: 'one' });
    await add('one', 'duplicate');
    await requests[1]!.accept(duplicate);
    find.mockResolvedValue(duplicate);
    await requests[0]!.fail(unreachable());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(sent()).toEqual(['one', 'duplicate', 'one']);
  });

  it('is searched for before a retry after a failure', async () => {
    await add('one');
    await requests[0]!.fail(failing('server.failed'));
    expect(upload('one')).toMatchObject({
      state: 'failed',
      reason: 'Something went wrong',
      isPermanent: false,
    });
    find.mockResolvedValue(aPhoto({ title: 'one' }));

    queue.retry(upload('one').id);
    await settle();

    expect(states()).toEqual({ one: 'done' });
    expect(requests).toHaveLength(1);
  });
});

it.each(['image.damaged', 'image.unsupported', 'image.too-large'] as const)(
  'a refusal (%s) is permanent, and does not stop other uploads',
  async (code) => {
    await add('one', 'two');
    await requests[0]!.fail(failing(code));
    expect(upload('one')).toMatchObject({
      state: 'failed',
      reason: ERRORS[code].message,
      isPermanent: true,
    });
    expect(queue.state.get().pause).toBeUndefined();

    queue.retry();
    await settle();

    expect(states()).toEqual({ one: 'failed', two: 'uploading' });
  },
);

it('a photo whose gallery was deleted can be retried without it', async () => {
  queue.add([{ file: aFile('one'), details: { title: 'one', alt_text: 'Boats', gallery_id: 7 } }]);
  await settle();
  await requests[0]!.fail(failing('photo.unknown-gallery'));

  expect(upload('one')).toMatchObject({
    state: 'failed',
    reason: 'The gallery has been deleted. Retry uploads the photo without it.',
    isPermanent: false,
  });
  queue.retry();
  await settle();

  expect(requests[1]!.details).toEqual({ title: 'one', alt_text: 'Boats', gallery_id: undefined });
});

it('the queue waits for the Retry-After of a busy server', async () => {
  await add('one');
  await requests[0]!.fail(failing('request.too-many', 20));
  expect(queue.state.get().pause).toBe('busy');
  await jest.advanceTimersByTimeAsync(19_000);
  expect(requests).toHaveLength(1);

  await jest.advanceTimersByTimeAsync(1_000);

  expect(requests).toHaveLength(2);
  expect(find).not.toHaveBeenCalled();
});

describe('a file that cannot be read', () => {
  const missing = () => new DOMException('missing');
  const unreadable = {
    state: 'failed',
    reason: 'The file has been changed or removed since it was chosen',
    isPermanent: false,
  };
  let file: File;
  let slice: jest.SpiedFunction<File['slice']>;
  const deleteFile = () => {
    const arrayBuffer = () => Promise.reject(missing());
    slice = jest.spyOn(file, 'slice').mockReturnValue({ arrayBuffer } as unknown as Blob);
  };
  beforeEach(async () => {
    file = aFile('one');
    queue.add([{ file, details: { title: 'one' } }]);
    await settle();
  });

  it('fails, and is sent by a retry once it can be read again', async () => {
    deleteFile();
    await requests[0]!.fail(unreachable());
    expect(upload('one')).toMatchObject(unreadable);

    slice.mockRestore();
    queue.retry();
    await settle();
    await requests[1]!.accept();

    expect(states()).toEqual({ one: 'done' });
  });

  it('fails as its photo is searched for', async () => {
    await requests[0]!.fail(unreachable());
    deleteFile();
    find.mockRejectedValue(missing());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(upload('one')).toMatchObject(unreadable);
    expect(requests).toHaveLength(1);
  });
});

describe('the end of the session', () => {
  it('pauses all uploads, which resume after the next sign-in', async () => {
    await add('one', 'two', 'three', 'four');
    await requests[0]!.fail(failing('auth.required'));

    expect(queue.state.get().pause).toBe('signed-out');
    expect(states()).toEqual({ one: 'waiting', two: 'waiting', three: 'waiting', four: 'waiting' });
    await jest.advanceTimersByTimeAsync(600_000);
    queue.retryNow();
    expect(requests).toHaveLength(3);

    find.mockImplementation(async ({ details }) => (details.title === 'two' ? aPhoto(details) : undefined));
    queue.resume();
    await settle();

    expect(states().two).toBe('done');
    expect(sent().slice(3)).toEqual(['one', 'three', 'four']);
  });

  it('pauses an upload that is being searched for', async () => {
    let read = (_: ArrayBuffer) => {};
    jest.spyOn(Blob.prototype, 'arrayBuffer').mockReturnValue(new Promise((resolve) => (read = resolve)));
    await add('one');
    await requests[0]!.fail(unreachable());

    queue.pause();
    read(new ArrayBuffer(1));
    await settle();

    expect(queue.state.get().pause).toBe('signed-out');
    expect(states()).toEqual({ one: 'waiting' });
  });

  it('sends an upload that was being searched for until the next session', async () => {
    let respond = (_: undefined) => {};
    find.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    await add('one');
    await requests[0]!.fail(unreachable());
    await jest.advanceTimersByTimeAsync(30_000);
    expect(find).toHaveBeenCalledTimes(1);

    queue.pause();
    queue.resume();
    respond(undefined);
    await settle();
    await requests[1]!.accept();

    expect(states()).toEqual({ one: 'done' });
  });
});

it('skipped and cancelled files are counted, and the end is reported once', async () => {
  queue.add([{ file: aFile('one'), details: { title: 'one' } }], 2);
  await add('two');
  queue.cancel(upload('two').id);
  await requests[0]!.accept();

  expect(queue.state.get()).toMatchObject({ skipped: 3, uploads: [{ state: 'done' }] });
  expect(onEnd).toHaveBeenCalledTimes(1);
});

it('cancelling all paused uploads ends the round, and the next upload starts at once', async () => {
  await add('one', 'two');
  await requests[0]!.accept();
  await requests[1]!.fail(unreachable());
  expect(onEnd).not.toHaveBeenCalled();

  queue.cancelAll();

  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(onEnd.mock.calls[0]![0]).toMatchObject([{ state: 'done', details: { title: 'one' } }]);
  expect(queue.state.get().pause).toBeUndefined();
  find.mockRejectedValue(unreachable());
  await add('three', 'four');
  expect(sent()).toEqual(['one', 'two', 'three', 'four']);
});

it('a round that ends while nobody is signed in is reported after the next sign-in', async () => {
  await add('one', 'two');
  await requests[0]!.accept();
  queue.pause();

  queue.cancel(upload('two').id);
  await jest.advanceTimersByTimeAsync(0);
  expect(onEnd).not.toHaveBeenCalled();

  queue.resume();
  expect(onEnd).toHaveBeenCalledTimes(1);
});

it('dismissing a failure after the end reports no second end', async () => {
  await add('one', 'two');
  await requests[0]!.accept();
  await requests[1]!.fail(failing('image.damaged'));

  queue.cancel(upload('two').id);

  expect(onEnd).toHaveBeenCalledTimes(1);
});

it('a new round retains only the failed uploads of the last one', async () => {
  await add('one', 'two');
  await requests[0]!.accept();
  await requests[1]!.fail(failing('image.damaged'));

  await add('three');

  expect(states()).toEqual({ two: 'failed', three: 'uploading' });
});
