import { describe, expect, it } from '@jest/globals';
import { PAGE_EDGE } from '@portfolio/contracts';
import {
  aJpeg,
  aJpegWithScripts,
  anAnimatedGif,
  aPng,
  CLAIMED_BOMBS,
  FALSE_BEGINNINGS,
  FOREIGN_FILES,
  PAYLOAD,
  withGifComment,
  withHtml,
  withPngText,
  withZip,
} from '@portfolio/testing';
import sharp from 'sharp';
import { ImageFault, withImageFaults } from '../src/pictures/decode-image.ts';
import { renderImage } from '../src/pictures/render-image.ts';
import { CENTRED } from './pixels.ts';

const rights = { artist: '', copyright: '', licence: '' };
const size = { width: 300, height: 200 };

describe('renditions of a picture that is also another file', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG with an archive behind it', async () => withZip(await aJpeg(size))],
    ['a JPEG with a page behind it', async () => withHtml(await aJpeg(size))],
    ['a PNG with a page behind it', async () => withHtml(await aPng(size))],
    ['a PNG with a script in its text', async () => withPngText(await aPng(size))],
    ['a GIF with a script in its comment', async () => withGifComment(await anAnimatedGif(size))],
    ['a JPEG with scripts in EXIF, XMP and a comment', () => aJpegWithScripts(size)],
  ])('contain only the picture: %s', async (_, make) => {
    const original = await make();
    expect(original.includes(PAYLOAD)).toBe(true);

    const { files } = await renderImage(original, { rights, largest: PAGE_EDGE, ...CENTRED });

    expect(files.map(({ format }) => format).sort()).toEqual(['avif', 'jpeg', 'share.jpeg', 'webp']);
    for (const { data } of files) {
      for (const trace of [PAYLOAD, '<script', '<!--', 'alert', 'x.html', 'PK\x03\x04']) {
        expect(data.includes(Buffer.from(trace, 'latin1'))).toBe(false);
      }
    }
  });
});

describe('an original that bypassed validation is a fault of the picture:', () => {
  const render = async (make: () => Buffer | Promise<Buffer>) =>
    renderImage(await make(), { rights, largest: PAGE_EDGE, ...CENTRED });

  it.each(Object.entries(FOREIGN_FILES))('%s', async (_, make) => {
    const message = 'The file is not a JPEG, PNG, GIF or WebP picture.';
    await expect(render(make)).rejects.toMatchObject({ name: 'ImageFault', message });
  });

  it.each([...Object.entries(FALSE_BEGINNINGS), ...Object.entries(CLAIMED_BOMBS)])('%s', async (_, make) => {
    await expect(render(make)).rejects.toThrow(ImageFault);
  });
});

it('a decode that exceeds its time limit is no fault of the picture', async () => {
  const slow = sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#345' } })
    .timeout({ seconds: 1 })
    .blur(200)
    .raw();

  const error: unknown = await withImageFaults(() => slow.toBuffer()).catch((thrown: unknown) => thrown);

  expect(String(error)).toMatch(/^Error: timeout: /);
  expect(error).not.toBeInstanceOf(ImageFault);
});
