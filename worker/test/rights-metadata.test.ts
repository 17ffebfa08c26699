import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAGE_EDGE, pictureRights } from '@portfolio/contracts';
import { aJpeg } from '@portfolio/testing';
import sharp from 'sharp';
import { renderImage } from '../src/pictures/render-image.ts';
import { CENTRED, readAvif } from './pixels.ts';
import { rightsOf } from './rights-of.ts';

beforeAll(() => readAvif(true));
afterAll(() => readAvif(false));

const NOTHING = { artist: '', copyright: '', licence: '' };

/** Rights in a file of each format. */
async function renderedRights(rights: Partial<typeof NOTHING>) {
  const original = await aJpeg({ width: 64, height: 48 });
  const { files } = await renderImage(original, { rights: { ...NOTHING, ...rights }, largest: PAGE_EDGE, ...CENTRED });
  return Promise.all(files.map(async ({ format, data }) => ({ format, ...(await rightsOf(data)) })));
}

describe('every format', () => {
  it('contains artist, copyright and licence in EXIF and XMP', async () => {
    const rights = { artist: 'Ruth Calder', copyright: '© 2026 Ruth Calder', licence: 'https://example.com/licence' };
    const files = await renderedRights(rights);

    expect(files.map(({ format }) => format)).toEqual(['avif', 'webp', 'jpeg', 'share.jpeg']);
    for (const { exif, xmp } of files) {
      expect(exif).toMatchObject({ artist: rights.artist, copyright: rights.copyright });
      expect(xmp).toEqual({
        creator: rights.artist,
        rights: rights.copyright,
        marked: 'True',
        statement: rights.licence,
        license: undefined,
      });
    }
  });

  it.each(['Jörg Müller', '王小明', '李', 'x', 'Zoë 👩‍🎨', 'Anna Lind (Studio North)', 'A (b, c, d, e)', 'محمد'])(
    'contains the name %s unchanged',
    async (artist) => {
      for (const { exif, xmp } of await renderedRights({ artist, copyright: `© ${artist}` })) {
        expect(exif).toMatchObject({ artist, copyright: `© ${artist}` });
        expect(xmp).toMatchObject({ creator: artist, rights: `© ${artist}` });
      }
    },
  );

  it('escapes XML', async () => {
    for (const { xmp, whole } of await renderedRights({
      artist: `<b>"R" & 'C'</b>\u0007\u001b]]>`,
      licence: 'https://example.com/?a="><x/>&b',
    })) {
      expect(xmp.creator).toBe('&lt;b&gt;&quot;R&quot; &amp; &apos;C&apos;&lt;/b&gt;]]&gt;');
      expect(xmp.statement).toBe('https://example.com/?a=&quot;&gt;&lt;x/&gt;&amp;b');
      expect(whole).not.toContain('<x/>');
    }
  });

  it('contains a Creative Commons licence in cc:license too', async () => {
    const licence = 'https://creativecommons.org/licenses/by-nc/4.0/';
    for (const { xmp } of await renderedRights({ licence }))
      expect(xmp).toMatchObject({ statement: licence, license: licence });
  });

  it('omits missing rights', async () => {
    for (const { exif, xmp } of await renderedRights({ licence: 'https://example.com' })) {
      expect(exif.tags).toEqual([]);
      expect(xmp).toMatchObject({ creator: undefined, rights: undefined, marked: undefined });
    }
    for (const { exif } of await renderedRights({ copyright: '© 2026' }))
      expect(exif).toMatchObject({ artist: undefined });
    for (const { exif, whole } of await renderedRights({})) expect([exif.tags, whole]).toEqual([[], '']);
  });

  it('contains texts of the maximum length', async () => {
    const long = '👩‍🎨'.repeat(1000);
    for (const { exif, xmp } of await renderedRights({
      artist: '王'.repeat(1000),
      copyright: long,
      licence: 'https://e.org',
    })) {
      expect(exif.artist).toBe('王'.repeat(1000));
      expect(long.startsWith(exif.copyright!)).toBe(true);
      expect([...exif.copyright!].length).toBeGreaterThan(1000);
      expect(xmp.rights).toBe(exif.copyright);
    }
  });
});

it('drops location, camera and profile of the original', async () => {
  const original = await aJpeg({ width: 700, height: 500, gps: true, profile: 'display-p3', orientation: 6 });
  const { files } = await renderImage(original, {
    rights: { ...NOTHING, artist: 'Ruth', copyright: '© Ruth' },
    largest: PAGE_EDGE,
    ...CENTRED,
  });

  for (const { data, width, format } of files) {
    expect(data.includes('Trace')).toBe(false);
    const { icc, iptc, autoOrient } = await sharp(data).metadata();
    expect([iptc, autoOrient.width]).toEqual([undefined, width]);
    // The compact profile of Display P3, where the format has one.
    expect(icc?.length ?? 0).toBeLessThanOrEqual(format.endsWith('jpeg') ? 0 : 600);
    // Orientation, resolution in x and y and its unit, artist, chroma positioning, copyright, and the offset of the Exif
    // directory: the library writes them into every EXIF block.
    const { exif } = await rightsOf(data);
    expect(exif.tags.map((tag) => tag.toString(16))).toEqual([
      '112',
      '11a',
      '11b',
      '128',
      '13b',
      '213',
      '8298',
      '8769',
    ]);
  }
});

describe('rights from the settings', () => {
  it.each([
    [{}, NOTHING],
    [{ artist_name: ' Ruth ' }, { artist: 'Ruth', copyright: '© Ruth', licence: '' }],
    [
      { artist_name: 'Ruth', copyright_line: '2026 R. C.' },
      { artist: 'Ruth', copyright: '2026 R. C.', licence: '' },
    ],
    [{ copyright_line: '2026 R. C.' }, { artist: '', copyright: '2026 R. C.', licence: '' }],
    [{ artist_name: '  ', copyright_line: ' ', licence_url: '' }, NOTHING],
    [{ artist_name: '\u200b', copyright_line: '\u200b' }, NOTHING],
    [{ licence_url: 'https://e.org' }, { artist: '', copyright: '', licence: 'https://e.org' }],
  ])('of %j are %j', (settings, rights) => {
    expect(pictureRights(settings)).toEqual(rights);
  });
});
