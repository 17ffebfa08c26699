import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Photo } from '@portfolio/database';
import {
  aJpeg,
  aJpegWithScripts,
  anAnimatedGif,
  anAnimatedWebp,
  aPng,
  aWebp,
  FALSE_BEGINNINGS,
  FOREIGN_FILES,
  truncated,
  withGifComment,
  withFlippedBits,
  withHtml,
  withPngText,
  withZip,
} from '@portfolio/testing';
import sharp, { type Sharp } from 'sharp';
import { BOUNDARY, multipart, type Part } from '../multipart.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let filesBefore: string[];
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos cascade');
  filesBefore = api.files();
});

const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const send = (body: Buffer, type = FORM) => admin.post('/api/photos/upload').set('content-type', type).send(body);
const file = (content: Buffer | string, given: Partial<Part> = {}): Part => ({
  name: 'image',
  filename: 'harbour.jpg',
  type: 'image/jpeg',
  content,
  ...given,
});
const title: Part = { name: 'title', content: 'Harbour' };
const small = { width: 60, height: 40 };

/** Asserts that there is no new row and no new file. */
async function expectNothingLeft() {
  expect(await api.database.getRepository(Photo).count()).toBe(0);
  expect(api.files()).toEqual(filesBefore);
}

async function expectRefused(content: Buffer, status: number, code: string, given?: Partial<Part>) {
  const { body } = await send(multipart([title, file(content, given)])).expect(status);

  expect(body).toEqual({ statusCode: status, code, message: expect.any(String) });
  await expectNothingLeft();
}

describe('a file that is declared a JPEG', () => {
  it.each(Object.entries(FOREIGN_FILES))('and is %s is unsupported', async (_, make) => {
    await expectRefused(await make(), 415, 'image.unsupported');
  });

  it('and is empty is unsupported', async () => {
    await expectRefused(Buffer.alloc(0), 415, 'image.unsupported');
  });
});

it('an SVG that is declared an SVG is unsupported', async () => {
  const svg = { filename: 'x.svg', type: 'image/svg+xml' };
  await expectRefused(await FOREIGN_FILES.SVG!(), 415, 'image.unsupported', svg);
});

describe('a file with the signature of', () => {
  it.each(Object.entries(FALSE_BEGINNINGS))('%s and other content is damaged', async (_, make) => {
    await expectRefused(make(), 422, 'image.damaged');
  });
});

describe.each<[string, () => Promise<Buffer>]>([
  ['JPEG', () => aJpeg({ width: 600, height: 400 })],
  ['progressive JPEG', () => aJpeg({ width: 600, height: 400, progressive: true })],
  ['PNG', () => aPng({ width: 600, height: 400 })],
  ['GIF', () => anAnimatedGif({ frames: [[200, 50, 40]] })],
  ['WebP', () => aWebp({ width: 600, height: 400 })],
])('a %s', (_, make) => {
  it.each([0.3, 0.6, 0.9])('truncated to %d of its bytes is damaged', async (keep) => {
    await expectRefused(truncated(await make(), keep), 422, 'image.damaged');
  });
});

/** Noise, which spreads the bytes of a file evenly over its rows. */
const noise = () =>
  sharp({
    create: {
      ...{ width: 3000, height: 2000, channels: 3, background: 'grey' },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  }).greyscale();

it.each<[string, () => Promise<Buffer>]>([
  ['JPEG', () => noise().jpeg().toBuffer()],
  ['PNG', () => noise().png().toBuffer()],
])('a large %s that lacks its last rows is damaged', async (_, make) => {
  await expectRefused(truncated(await make(), 0.97), 422, 'image.damaged');
});

describe.each<[string, () => Promise<Buffer>]>([
  ['JPEG', () => aJpeg({ width: 600, height: 400 })],
  ['PNG', () => aPng({ width: 600, height: 400 })],
  ['WebP', () => aWebp({ width: 600, height: 400 })],
])('a %s', (_, make) => {
  it('with wrong bits in its middle is damaged', async () => {
    await expectRefused(withFlippedBits(await make()), 422, 'image.damaged');
  });
});

it.each(['timeout: 42% complete', 'vips_tracked: out of memory --- size == 120MB'])(
  'an image whose decoder fails with "%s" is not reported as damaged',
  async (message) => {
    const picture = await aPng(small);
    const toBuffer = jest.spyOn(Object.getPrototypeOf(sharp(picture)) as Sharp, 'toBuffer');
    toBuffer.mockRejectedValueOnce(new Error(message));
    await expectRefused(picture, 500, 'server.failed');
    toBuffer.mockRestore();
  },
);

describe('a picture with other content in it', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG with an archive behind it', async () => withZip(await aJpeg(small))],
    ['a JPEG with a page behind it', async () => withHtml(await aJpeg(small))],
    ['a PNG with a page behind it', async () => withHtml(await aPng(small))],
    ['a PNG with a script in its text', async () => withPngText(await aPng(small))],
    ['a GIF with a script in its comment', async () => withGifComment(await anAnimatedGif(small))],
    ['a JPEG with scripts in EXIF and XMP', () => aJpegWithScripts(small)],
    ['an animated WebP', () => anAnimatedWebp(small)],
  ])('(%s) is accepted as a picture', async (_, make) => {
    const { body } = await send(
      multipart([title, file(await make(), { filename: 'x.html', type: 'text/html' })]),
    ).expect(201);

    expect(body.photo).toMatchObject({ status: 'processing', width: 60, height: 40 });
    const photo = await admin.get(`/api/photos/${body.photo.id}`).expect(200);
    // A description from the file's metadata may contain markup, like a typed one: pages escape it.
    const { upload, description, ...others } = photo.body.photo;
    expect([null, '<script>alert("payload")</script>']).toContain(description);
    expect(upload.file_name).toBe('x.html');
    expect(JSON.stringify(others)).not.toMatch(/<script|payload|html/);
  });
});

describe('a file name', () => {
  it.each([
    ['a path that leaves the folder', '../../../../etc/passwd'],
    ['an absolute path', '/etc/passwd'],
    ['a path of Windows', 'C:\\\\Windows\\\\system.ini'],
    ['500 characters long', `${'x'.repeat(496)}.jpg`],
    ['with a right-to-left override', 'harbour\u202egpj.exe'],
    ['a command', '$(touch x);`id`|x.jpg'],
    ['broken UTF-8', Buffer.from([0xff, 0xfe, 0x2e]).toString('latin1')],
  ])('%s gives a random key', async (_, filename) => {
    const picture = await aJpeg(small);
    const { status, body } = await send(multipart([title, file(picture, { filename })]));

    expect(status).toBe(201);
    expect(body.photo.title).toBe('Harbour');
    const added = api.files().filter((name) => !filesBefore.includes(name));
    expect(added).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.jpg$/)]);
  });

  it.each([
    ['empty', ''],
    ['a dot', '.'],
    ['cut by a NUL', 'harbour.php\0.jpg'],
  ])('%s is rejected', async (_, filename) => {
    await send(multipart([title, file(await aJpeg(small), { filename })])).expect(400);
    await expectNothingLeft();
  });
});

describe('a malformed form', () => {
  const picture = () => aJpeg(small);

  it.each<[string, (image: Part) => Part[], string | undefined]>([
    ['has no file', () => [title], 'image.missing'],
    ['has the file in a field of another name', (image) => [title, { ...image, name: 'photo' }], 'image.missing'],
    ['has the file as text', (image) => [title, { name: 'image', content: image.content }], undefined],
    ['has two files', (image) => [title, image, image], 'request.invalid'],
    ['has a file beside the right one', (image) => [title, image, { ...image, name: 'other' }], 'request.invalid'],
    ['has a file for a title', (image) => [{ ...image, name: 'title' }, image], 'image.missing'],
    ['has two titles', (image) => [title, title, image], 'request.invalid'],
    ['has a list for a title', (image) => [{ name: 'title[]', content: 'x' }, image], 'request.invalid'],
    ['has an object for a title', (image) => [{ name: 'title[x]', content: 'x' }, image], 'request.invalid'],
    ['has two prices', (image) => [title, ...twice('selling_price', '1'), image], 'request.invalid'],
    ['has two galleries', (image) => [title, ...twice('gallery_id', '1'), image], 'request.invalid'],
    ['reaches for the prototype', (image) => [title, { name: '__proto__', content: 'x' }, image], 'request.invalid'],
    [
      'sets fields of the prototype',
      (image) => [title, { name: '__proto__[x]', content: 'x' }, image],
      'request.invalid',
    ],
    [
      'sets the constructor',
      (image) => [title, { name: 'constructor[prototype][x]', content: 'x' }, image],
      'request.invalid',
    ],
    ['has a field without a name', (image) => [title, { name: '', content: 'x' }, image], undefined],
    ['has a hundred fields', (image) => [...Array(100).fill(title), image], 'request.malformed'],
    [
      'has a field of 300 kB',
      (image) => [title, { name: 'description', content: 'x'.repeat(300_000) }, image],
      'request.malformed',
    ],
    ['has a name of 1000 characters', (image) => [title, { name: 'x'.repeat(1000), content: '' }, image], undefined],
    ['is empty', () => [], undefined],
  ])('%s', async (_, make, code) => {
    const { body } = await send(multipart(make(file(await picture())))).expect(400);

    expect(body).toMatchObject({ statusCode: 400, message: expect.any(String) });
    // Any code where none is given.
    expect(body.code).toEqual(code ?? expect.any(String));
    expect(({} as { x?: unknown }).x).toBeUndefined();
    await expectNothingLeft();
  });

  it.each([
    ['without its boundary', 'multipart/form-data'],
    ['with another boundary', 'multipart/form-data; boundary=another'],
    ['with an empty boundary', 'multipart/form-data; boundary='],
  ])('%s', async (_, type) => {
    await send(multipart([title, file(await picture())]), type).expect(400);
    await expectNothingLeft();
  });

  it.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'image/jpeg',
    'multipart/mixed; boundary=x',
  ])('of the type %s', async (type) => {
    const { body } = await send(multipart([title, file(await picture())]), type);

    expect([400, 415]).toContain(body.statusCode);
    await expectNothingLeft();
  });

  it('that is truncated inside the file', async () => {
    const whole = multipart([title, file(await aJpeg())]);
    const { body } = await send(whole.subarray(0, whole.length / 2)).expect(400);
    expect(body.code).toBe('request.malformed');
    await expectNothingLeft();
  });
});

const twice = (name: string, content: string): Part[] => [
  { name, content },
  { name, content },
];
