import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@portfolio/contracts';
import {
  aJpeg,
  exifBlock,
  inLanguages,
  iphoneBlocks,
  iptcBlock,
  lightroomBlocks,
  listed,
  photoshopBlocks,
  withMetadata,
  xmpBlock,
} from '@portfolio/testing';
import sharp from 'sharp';
import { type EmbeddedMetadata, readEmbeddedDetails } from '../src/embedded.ts';
import { readFileDetails, toFileDetails } from '../src/file-details.ts';

/** As API and worker read a file. */
async function detailsOf(blocks: Parameters<typeof withMetadata>[1]) {
  const { exif, iptc, xmp } = await sharp(withMetadata(await aJpeg({ width: 60, height: 40 }), blocks)).metadata();
  return readEmbeddedDetails({ exif, iptc, xmp });
}

const EXPOSURE = { exposureTime: 0.004, aperture: 8, iso: 100, focalLength: 35 };
const LIGHTROOM = {
  title: 'Harbour at low tide',
  description: 'Before the boats came back.\nA grey morning & no wind.',
  altText: 'Boats lying on mud.',
  keywords: ['harbour', 'low tide', 'Norway'],
  capturedAt: '2026-03-01T17:20:11.520',
  place: 'Bergen, Norway',
  facts: {
    ...EXPOSURE,
    camera: 'Canon EOS R5',
    lens: 'RF35mm F1.8 MACRO IS STM',
    creator: 'Elin Marsh',
    copyright: '© 2026 Elin Marsh',
  },
};

describe('the details of a file', () => {
  it('of Lightroom are those in XMP, without the position', async () => {
    const details = await detailsOf(lightroomBlocks());

    expect(details).toEqual(LIGHTROOM);
    expect(JSON.stringify(details)).not.toMatch(/gps|60,23|latitude/i);
  });

  it.each(['png', 'webp'] as const)('are read from %s too', async (format) => {
    const { xmp, exif } = lightroomBlocks();
    const source = sharp(withMetadata(await aJpeg({ width: 60, height: 40 }), { xmp, exif })).keepMetadata();
    const metadata = await sharp(await source.toFormat(format).toBuffer()).metadata();

    expect(readEmbeddedDetails(metadata)).toEqual(LIGHTROOM);
  });

  it('are those of IPTC without XMP, and of EXIF without either', async () => {
    const { iptc, exif } = lightroomBlocks();

    expect(await detailsOf({ iptc, exif })).toMatchObject({
      title: 'Title in IPTC',
      description: 'Caption in IPTC',
      altText: undefined,
      keywords: ['iptc'],
      facts: { creator: 'By-line in IPTC', copyright: 'Copyright in IPTC', camera: 'Canon EOS R5' },
    });
    expect(await detailsOf({ exif })).toMatchObject({
      title: undefined,
      description: 'Caption in EXIF',
      keywords: [],
      facts: { ...EXPOSURE, creator: 'Artist in EXIF', copyright: 'Copyright in EXIF' },
    });
  });

  it('of an older Photoshop are in Latin-1', async () => {
    expect(await detailsOf(photoshopBlocks())).toEqual({
      title: 'Fjörd',
      description: 'Früh, im Nebel',
      keywords: ['Küste', 'Nebel'],
      capturedAt: '2026-03-01T17:20:11.000',
      place: 'Ålesund, Norge',
      facts: { creator: 'Jörg Müller', copyright: '© Müller' },
    });
    expect(await detailsOf({ iptc: iptcBlock([[5, 'Fjörd 王']], 'utf8') })).toMatchObject({ title: 'Fjörd 王' });
  });

  it('of an iPhone are camera, lens, exposure and date', async () => {
    expect(await detailsOf(iphoneBlocks())).toEqual({
      keywords: [],
      capturedAt: '2026-03-01T17:20:11.520',
      facts: {
        ...EXPOSURE,
        camera: 'Apple iPhone 15 Pro',
        lens: 'iPhone 15 Pro back triple camera 6.765mm f/1.78',
      },
    });
  });

  it('are read from the whole file in a browser', async () => {
    const file = withMetadata(await aJpeg({ width: 60, height: 40 }), photoshopBlocks());

    expect(readFileDetails(new Uint8Array(file).buffer)).toMatchObject({ title: 'Fjörd', place: 'Ålesund, Norge' });
  });

  it('have the caption of a film photographer, and the keywords of Windows beyond a title’s length', async () => {
    const keywords = Array.from({ length: 40 }, (_, index) => `keyword ${index}`);
    const xmp = xmpBlock({}, { 'dc:description': inLanguages('Kodak Portra 400, Lisbon 2019') });
    const windows = Buffer.from(`${keywords.join(';')}\0`, 'utf16le');

    expect(await detailsOf({ xmp })).toMatchObject({ description: 'Kodak Portra 400, Lisbon 2019' });
    expect(
      toFileDetails({ exif: { XPKeywords: { value: [...windows], description: keywords.join(';') } } as never }),
    ).toMatchObject({ keywords });
  });

  it.each(['OLYMPUS DIGITAL CAMERA         ', 'SONY DSC', 'DCIM\\100MEDIA\\DJI_0012.JPG'])(
    'have no description that a camera writes: %s',
    async (text) => {
      expect(await detailsOf({ exif: exifBlock({ image: [[0x010e, text]] }) })).toMatchObject({
        description: undefined,
      });
    },
  );
});

it('the text of a camera is no description, also in XMP and IPTC', async () => {
  const text = 'OLYMPUS DIGITAL CAMERA         ';
  const xmp = xmpBlock({}, { 'dc:description': inLanguages(text) });

  expect((await detailsOf({ xmp, iptc: iptcBlock([[120, text]]) })).description).toBeUndefined();
});

it.each([[[400]], [[400, 400]], [[400, 0]]])('the ISO speed is the first of %j', async (shorts) => {
  const { facts } = await detailsOf({ exif: exifBlock({ camera: [[0x8827, { shorts }]] }) });

  expect(facts?.iso).toBe(400);
});

describe('the capture date', () => {
  const dated = (time: string, fraction?: string) =>
    detailsOf({
      exif: exifBlock({ camera: [[0x9003, time], ...(fraction ? [[0x9291, fraction] as [number, string]] : [])] }),
    });

  it.each([
    ['2026:03:01 17:20:11', '5', '2026-03-01T17:20:11.500'],
    ['2026:03:01 17:20:11', '123456', '2026-03-01T17:20:11.123'],
    ['2026:03:01 17:20:11', 'x', '2026-03-01T17:20:11.000'],
    ['2026:02:30 17:20:11', undefined, undefined],
    ['0000:00:00 00:00:00', undefined, undefined],
    ['    :  :     :  :  ', undefined, undefined],
  ])('of %j and %j is %j', async (time, fraction, date) => {
    expect((await dated(time, fraction)).capturedAt).toBe(date);
  });

  it('is the date of digitization without another', async () => {
    const exif = exifBlock({ camera: [[0x9004, '1998:07:02 08:00:00']] });

    expect((await detailsOf({ exif })).capturedAt).toBe('1998-07-02T08:00:00.000');
  });

  it('is that of EXIF where XMP has a day alone', async () => {
    const { exif } = iphoneBlocks();

    expect((await detailsOf({ exif, xmp: xmpBlock({ 'photoshop:DateCreated': '2026-03-02' }) })).capturedAt).toBe(
      '2026-03-01T17:20:11.520',
    );
  });
});

it('the place is a city, a country, or both', async () => {
  const place = async (fields: Record<string, string>) => (await detailsOf({ xmp: xmpBlock(fields) })).place;

  expect(await place({ 'photoshop:City': 'Bergen' })).toBe('Bergen');
  expect(await place({ 'photoshop:City': 'Singapore', 'photoshop:Country': 'Singapore' })).toBe('Singapore');
  expect(await place({ 'photoshop:City': 'x'.repeat(300), 'photoshop:Country': 'Norway' })).toHaveLength(LIMITS.place);
});

describe('hostile metadata', () => {
  const texts = (title: string, description = '') =>
    xmpBlock({}, { 'dc:title': inLanguages(title), 'dc:description': inLanguages(description) });

  it('is cut to the limits of the fields', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `keyword ${index} ${'x'.repeat(150)}`);
    const details = readEmbeddedDetails({
      xmp: xmpBlock(
        {},
        {
          'dc:title': inLanguages('👩‍🎨'.repeat(300)),
          'dc:description': inLanguages('e\u0301'.repeat(6_000)),
          'dc:subject': listed('Bag', ...many),
          'Iptc4xmpCore:AltTextAccessibility': inLanguages(`e${'\u0301'.repeat(40_000)}`),
        },
      ),
    });

    expect(details.title).toBe('👩‍🎨'.repeat(LIMITS.title));
    expect(details.description === 'e\u0301'.repeat(LIMITS.description)).toBe(true);
    expect(details.keywords).toHaveLength(LIMITS.keywords);
    expect(details.keywords.every(({ length }) => length <= LIMITS.keyword)).toBe(true);
    expect(details.altText).toBeUndefined();
  });

  it('has no control characters, and its HTML is text', async () => {
    const xmp = texts('  <b>Low</b>\u0085\ntide  ', 'One&#13;\n<script>alert(1)</script>');
    const iptc = iptcBlock([[5, 'a\0b\x07\x1b[31m']]);

    expect(await detailsOf({ xmp })).toMatchObject({ title: undefined });
    expect(readEmbeddedDetails({ xmp: texts('&lt;b&gt;Low&lt;/b&gt;\n\ttide', 'One\n&lt;script&gt;') })).toMatchObject({
      title: '<b>Low</b> tide',
      description: 'One\n<script>',
    });
    expect(await detailsOf({ iptc })).toMatchObject({ title: 'ab[31m' });
    expect(await detailsOf({ iptc: iptcBlock([[5, ' \u200b\u2800']]) })).toMatchObject({ title: undefined });
    expect(readEmbeddedDetails({ xmp: texts(`${'\u2800'.repeat(LIMITS.title)}a`) }).title).toBeUndefined();
  });

  it.each(['<dc:toString>1</dc:toString>', '<rdf:value><dc:title>1</dc:title></rdf:value>'])(
    'has no number in a structure: %s',
    (structure) => {
      const value = `<rdf:Description>${structure}</rdf:Description>`;
      const { title, facts } = readEmbeddedDetails({
        xmp: xmpBlock({}, { 'dc:title': inLanguages('Harbour'), 'exif:FNumber': value, 'exif:ExposureTime': value }),
      });

      expect(title).toBe('Harbour');
      expect(facts).toMatchObject({ aperture: undefined, exposureTime: undefined });
    },
  );

  it.each<[string, EmbeddedMetadata]>([
    ['nested elements', { xmp: Buffer.from(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${'<a>'.repeat(60_000)}`) }],
    ['nested lists', { xmp: texts('<rdf:Bag><rdf:li>'.repeat(6_000) + '</rdf:li></rdf:Bag>'.repeat(6_000)) }],
    [
      'entities of entities',
      {
        xmp: Buffer.from(
          `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(100)}">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i || ''};`.repeat(10)}">`).join('')}]>${String(texts('&a30;'))}`,
        ),
      },
    ],
    ['a foreign file', { xmp: Buffer.from('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>') }],
    ['names of prototypes', { xmp: xmpBlock({}, { 'dc:__proto__': 'x', 'dc:constructor': '<dc:title>x</dc:title>' }) }],
    ['bytes', { exif: Buffer.alloc(64, 0xff), iptc: Buffer.alloc(64, 0x1c), xmp: Buffer.alloc(64, 0xff) }],
    ['nothing', { exif: Buffer.alloc(0), iptc: Buffer.alloc(0), xmp: Buffer.alloc(0) }],
  ])('of %s is read safely, at little cost', (_, blocks) => {
    const before = process.cpuUsage();
    const { title, ...details } = readEmbeddedDetails(blocks);

    expect(title?.length ?? 0).toBeLessThanOrEqual(LIMITS.title);
    expect(JSON.stringify({ title, details })).not.toMatch(/xxxxxxxxxx|root:/);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(2_000);
    expect(({} as { title?: unknown }).title).toBeUndefined();
  });

  it('is ignored where it is huge', () => {
    const fill = (bytes: number) => ({ xmp: Buffer.concat([texts('Harbour'), Buffer.alloc(bytes, ' ')]) });

    expect(readEmbeddedDetails(fill(100_000)).title).toBe('Harbour');
    expect(readEmbeddedDetails(fill(300_000)).title).toBeUndefined();
  });

  it('of overlapping values costs little', () => {
    // 5,000 entries that all point at the same 60,000 bytes.
    const exif = Buffer.alloc(130_000);
    exif.write('II*\0\x08\0\0\0', 'latin1');
    exif.writeUInt16LE(5_000, 8);
    for (let entry = 0; entry < 5_000; entry += 1) {
      const at = 10 + entry * 12;
      exif.writeUInt16LE(0x010e, at);
      exif.writeUInt16LE(2, at + 2);
      exif.writeUInt32LE(60_000, at + 4);
      exif.writeUInt32LE(65_000, at + 8);
    }
    exif.fill('a', 65_000, 125_000);
    const before = process.cpuUsage();
    readEmbeddedDetails({ exif });

    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  it('damaged anywhere gives a result', () => {
    const { exif, iptc, xmp } = lightroomBlocks();
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let run = 0; run < 300; run += 1) {
      const blocks = [exif, iptc, xmp].map((block) => {
        const copy = Buffer.from(block.subarray(0, run % 3 === 0 ? random(block.length) : block.length));
        for (let hit = 0; hit < 8 && copy.length > 0; hit += 1) copy[random(copy.length)] = random(256);
        return copy;
      });
      const details = readEmbeddedDetails({ exif: blocks[0], iptc: blocks[1], xmp: blocks[2] });

      expect(details.title?.length ?? 1).toBeGreaterThan(0);
      expect(JSON.stringify(details)).not.toMatch(/\\u00[01]|null/);
    }
  });
});
