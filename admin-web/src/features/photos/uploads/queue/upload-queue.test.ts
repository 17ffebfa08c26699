import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@portfolio/api-client';
import { ERRORS, type ErrorCode, type PhotoView } from '@portfolio/contracts';
import { aFile, aPhoto } from '../../../../../test/factories.ts';
import type { NewUpload, QueuedUpload } from './queued-upload.ts';
import { UploadQueue } from './upload-queue.ts';

/** An upload as the network has it, which a test answers. */
interface Sending {
  title: string;
  details: NewUpload['details'];
  signal: AbortSignal;
  accept: (photo?: PhotoView) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

let sendings: Sending[];
let find: jest.Mock<(upload: NewUpload) => Promise<PhotoView | undefined>>;
let onEnd: jest.Mock<(uploads: readonly QueuedUpload[]) => void>;
let queue: UploadQueue;

/** Lets what has been answered have its consequences. */
const consequences = () => jest.advanceTimersByTimeAsync(50);

beforeEach(() => {
  jest.useFakeTimers();
  // Read without the clock, which stands still here.
  jest.spyOn(Blob.prototype, 'arrayBuffer').mockResolvedValue(new ArrayBuffer(1));
  sendings = [];
  find = jest.fn(async () => undefined);
  onEnd = jest.fn();
  const send = ({ details }: NewUpload, { signal }: { signal: AbortSignal }) =>
    new Promise<PhotoView>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(away()));
      sendings.push({
        title: details.title,
        details,
        signal,
        accept: async (photo = aPhoto()) => {
          resolve(photo);
          await consequences();
        },
        fail: async (error) => {
          reject(error);
          await consequences();
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

const away = () => new ApiError(0, 'The site cannot be reached right now. Please try again.');
const failing = (code: ErrorCode, retryAfter?: number) =>
  new ApiError(ERRORS[code].status, ERRORS[code].message, code, {}, retryAfter);

async function add(...titles: string[]): Promise<void> {
  queue.add(titles.map((title) => ({ file: aFile(title), details: { title } })));
  await consequences();
}

const sent = () => sendings.map(({ title }) => title);
const states = () => Object.fromEntries(queue.state.get().uploads.map(({ details, state }) => [details.title, state]));
const upload = (title: string) => queue.state.get().uploads.find(({ details }) => details.title === title)!;

describe('while the site is away', () => {
  it('the others wait, and one after the other asks whether it is back, each time a little later', async () => {
    await add('one', 'two', 'three', 'four');
    find.mockRejectedValue(away());
    for (const sending of [...sendings]) await sending.fail(away());

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

  it('goes on with all when it is back', async () => {
    await add('one', 'two', 'three', 'four');
    for (const sending of [...sendings]) await sending.fail(away());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(queue.state.get().pause).toBeUndefined();
    expect(sent().slice(3)).toEqual(['one', 'two', 'three']);
  });

  it('tries at once when told to', async () => {
    await add('one');
    await sendings[0]!.fail(away());

    queue.retryNow();
    await consequences();

    expect(sent()).toEqual(['one', 'one']);
  });

  it.each([502, 503, 504])('takes a %i from what stands before it for the same', async (status) => {
    await add('one');
    await sendings[0]!.fail(new ApiError(status, 'Something went wrong'));

    expect(queue.state.get().pause).toBe('unreachable');
    expect(states()).toEqual({ one: 'waiting' });
  });

  it('leaves a file to the artist that breaks off again and again on a site that answers', async () => {
    await add('one');
    for (let time = 1; time <= 3; time++) {
      await sendings.at(-1)!.fail(away());
      await jest.advanceTimersByTimeAsync(30_000);
    }

    expect(upload('one')).toMatchObject({
      state: 'failed',
      reason: 'Connection lost while the photo was uploading',
      isPermanent: false,
    });
    expect(sendings).toHaveLength(3);
  });

  it('a long time costs no file its tries', async () => {
    await add('one');
    await sendings[0]!.fail(away());
    find.mockRejectedValue(away());
    await jest.advanceTimersByTimeAsync(600_000);
    expect(states()).toEqual({ one: 'waiting' });

    find.mockResolvedValue(undefined);
    await jest.advanceTimersByTimeAsync(30_000);
    await sendings[1]!.accept();

    expect(states()).toEqual({ one: 'done' });
  });
});

describe('what was sent without an answer', () => {
  it('is not sent again when the site has it', async () => {
    const photo = aPhoto({ title: 'one' });
    await add('one');
    find.mockResolvedValue(photo);
    await sendings[0]!.fail(away());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(upload('one')).toMatchObject({ state: 'done', photo });
    expect(sendings).toHaveLength(1);
  });

  it('is sent again when what the site has is the photo that it had before', async () => {
    const before = aPhoto({ title: 'one' });
    queue.add([{ file: aFile('one'), details: { title: 'one' }, duplicateOf: before.id }]);
    await consequences();
    find.mockResolvedValue(before);
    await sendings[0]!.fail(away());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(sendings).toHaveLength(2);
  });

  it('is sent again when what the site has is another one, although nothing was known of that', async () => {
    await add('one');
    find.mockResolvedValue(aPhoto({ title: 'An old acquaintance' }));
    await sendings[0]!.fail(away());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(sendings).toHaveLength(2);
  });

  it('is sent again when what the site has came of the same file in the same queue', async () => {
    const twin = aPhoto({ title: 'one' });
    await add('one', 'twin');
    await sendings[1]!.accept(twin);
    find.mockResolvedValue(twin);
    await sendings[0]!.fail(away());
    await jest.advanceTimersByTimeAsync(2_000);

    expect(sent()).toEqual(['one', 'twin', 'one']);
  });

  it('is asked for too before a failure is tried again', async () => {
    await add('one');
    await sendings[0]!.fail(failing('server.failed'));
    expect(upload('one')).toMatchObject({ state: 'failed', reason: 'Something went wrong', isPermanent: false });
    find.mockResolvedValue(aPhoto({ title: 'one' }));

    queue.retry(upload('one').id);
    await consequences();

    expect(states()).toEqual({ one: 'done' });
    expect(sendings).toHaveLength(1);
  });
});

it.each(['image.damaged', 'image.unsupported', 'image.too-large'] as const)(
  'a refusal (%s) is final, and does not stop the others',
  async (code) => {
    await add('one', 'two');
    await sendings[0]!.fail(failing(code));
    expect(upload('one')).toMatchObject({ state: 'failed', reason: ERRORS[code].message, isPermanent: true });
    expect(queue.state.get().pause).toBeUndefined();

    queue.retry();
    await consequences();

    expect(states()).toEqual({ one: 'failed', two: 'uploading' });
  },
);

it('a photo whose gallery has been deleted can go without it', async () => {
  queue.add([{ file: aFile('one'), details: { title: 'one', alt_text: 'Boats', gallery_id: 7 } }]);
  await consequences();
  await sendings[0]!.fail(failing('photo.unknown-gallery'));

  expect(upload('one')).toMatchObject({
    state: 'failed',
    reason: 'The gallery has been deleted. Retry uploads the photo without it.',
    isPermanent: false,
  });
  queue.retry();
  await consequences();

  expect(sendings[1]!.details).toEqual({ title: 'one', alt_text: 'Boats', gallery_id: undefined });
});

it('waits as long as a busy site asks', async () => {
  await add('one');
  await sendings[0]!.fail(failing('request.too-many', 20));
  expect(queue.state.get().pause).toBe('busy');
  await jest.advanceTimersByTimeAsync(19_000);
  expect(sendings).toHaveLength(1);

  await jest.advanceTimersByTimeAsync(1_000);

  expect(sendings).toHaveLength(2);
  expect(find).not.toHaveBeenCalled();
});

it('says of a file that has gone from the disk that it has', async () => {
  const file = aFile('one');
  queue.add([{ file, details: { title: 'one' } }]);
  await consequences();
  file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone')) }) as unknown as Blob;
  await sendings[0]!.fail(away());

  expect(upload('one')).toMatchObject({
    state: 'failed',
    reason: 'The file has been changed or removed since it was chosen',
    isPermanent: true,
  });
});

it('gives up a transfer that stands still for a minute', async () => {
  await add('one');
  await jest.advanceTimersByTimeAsync(60_000);

  expect(sendings[0]!.signal.aborted).toBe(true);
  expect(queue.state.get().pause).toBe('unreachable');
});

describe('when the session ends', () => {
  it('keeps all, and goes on where it was after the next sign-in', async () => {
    await add('one', 'two', 'three', 'four');
    await sendings[0]!.fail(failing('auth.required'));

    expect(queue.state.get().pause).toBe('signed-out');
    expect(states()).toEqual({ one: 'waiting', two: 'waiting', three: 'waiting', four: 'waiting' });
    await jest.advanceTimersByTimeAsync(600_000);
    queue.retryNow();
    expect(sendings).toHaveLength(3);

    find.mockImplementation(async ({ details }) => (details.title === 'two' ? aPhoto(details) : undefined));
    queue.resume();
    await consequences();

    expect(states().two).toBe('done');
    expect(sent().slice(3)).toEqual(['one', 'three', 'four']);
  });

  it('waits for the sign-in although a file was just looked for that broke off before', async () => {
    let tell = (_: ArrayBuffer) => {};
    jest.spyOn(Blob.prototype, 'arrayBuffer').mockReturnValue(new Promise((resolve) => (tell = resolve)));
    await add('one');
    await sendings[0]!.fail(away());

    queue.pause();
    tell(new ArrayBuffer(1));
    await consequences();

    expect(queue.state.get().pause).toBe('signed-out');
    expect(states()).toEqual({ one: 'waiting' });
  });
});

it('counts what was left out and called off, and tells the end once', async () => {
  queue.add([{ file: aFile('one'), details: { title: 'one' } }], 2);
  await add('two');
  queue.cancel(upload('two').id);
  await sendings[0]!.accept();

  expect(queue.state.get()).toMatchObject({ skipped: 3, uploads: [{ state: 'done' }] });
  expect(onEnd).toHaveBeenCalledTimes(1);
});

it('calling off all that waits for a site that is away is an end: what has arrived is told, and what comes next goes at once', async () => {
  await add('one', 'two');
  await sendings[0]!.accept();
  await sendings[1]!.fail(away());
  expect(onEnd).not.toHaveBeenCalled();

  queue.cancelAll();

  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(onEnd.mock.calls[0]![0]).toMatchObject([{ state: 'done', details: { title: 'one' } }]);
  expect(queue.state.get().pause).toBeUndefined();
  find.mockRejectedValue(away());
  await add('three', 'four');
  expect(sent()).toEqual(['one', 'two', 'three', 'four']);
});

it('dismissing a failure after the end is no second end', async () => {
  await add('one', 'two');
  await sendings[0]!.accept();
  await sendings[1]!.fail(failing('image.damaged'));

  queue.cancel(upload('two').id);

  expect(onEnd).toHaveBeenCalledTimes(1);
});

it('begins a new round with nothing of the last but its failures', async () => {
  await add('one', 'two');
  await sendings[0]!.accept();
  await sendings[1]!.fail(failing('image.damaged'));

  await add('three');

  expect(states()).toEqual({ two: 'failed', three: 'uploading' });
});
