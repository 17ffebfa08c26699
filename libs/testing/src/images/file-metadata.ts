/** Fields of EXIF, IPTC and XMP as programs write them, and JPEGs with them. */
import { jpegSegment, withSegments } from './jpeg-segments.ts';

/** EXIF field: a text, fractions, or 16-bit integers. */
type ExifField = [tag: number, value: string | [numerator: number, denominator: number][] | { shorts: number[] }];

interface ExifFields {
  image?: ExifField[];
  camera?: ExifField[];
  position?: ExifField[];
}

const POINTERS = { camera: 0x8769, position: 0x8825 };

/** An EXIF block (TIFF 6.0) of three directories. */
export function exifBlock({ image = [], camera = [], position = [] }: ExifFields, order: 'LE' | 'BE' = 'LE'): Buffer {
  const bytes = (size: 2 | 4, ...values: number[]) => {
    const block = Buffer.alloc(size * values.length);
    for (const [index, value] of values.entries()) {
      if (size === 2) block[`writeUInt16${order}`](value, index * size);
      else block[`writeUInt32${order}`](value, index * size);
    }
    return block;
  };
  const encode = (value: ExifField[1]): [type: number, count: number, data: Buffer] => {
    if (typeof value === 'string') {
      const data = Buffer.from(`${value}\0`);
      return [2, data.length, data];
    }
    if (Array.isArray(value)) return [5, value.length, bytes(4, ...value.flat())];
    return [3, value.shorts.length, bytes(2, ...value.shorts)];
  };
  let after = 8;
  /** The directory with its values after it. */
  const directory = (fields: ExifField[], pointers: [number, number][] = []) => {
    const start = after;
    after += 2 + 12 * (fields.length + pointers.length) + 4;
    const values: Buffer[] = [];
    const entries = fields.map(([tag, value]) => {
      const [type, count, data] = encode(value);
      const head = Buffer.concat([bytes(2, tag, type), bytes(4, count)]);
      if (data.length <= 4) return Buffer.concat([head, data, Buffer.alloc(4 - data.length)]);
      const entry = Buffer.concat([head, bytes(4, after)]);
      values.push(data);
      after += data.length;
      return entry;
    });
    const links = pointers.map(([tag, at]) => Buffer.concat([bytes(2, tag, 4), bytes(4, 1, at)]));
    const count = bytes(2, entries.length + links.length);
    return { start, block: Buffer.concat([count, ...entries, ...links, Buffer.alloc(4), ...values]) };
  };
  const ofCamera = directory(camera);
  const ofPosition = directory(position);
  const first = directory(image, [
    [POINTERS.camera, ofCamera.start],
    [POINTERS.position, ofPosition.start],
  ]);
  const head = Buffer.concat([Buffer.from(order === 'LE' ? 'II' : 'MM'), bytes(2, 42), bytes(4, first.start)]);
  return Buffer.concat([head, ofCamera.block, ofPosition.block, first.block]);
}

/** A dataset of IPTC-IIM, record 2. */
type IptcField = [dataset: number, text: string];

/** An IPTC block as Photoshop writes it; Latin-1 has no declaration. */
export function iptcBlock(fields: IptcField[], charset: 'utf8' | 'latin1' = 'utf8'): Buffer {
  const dataset = (record: number, id: number, data: Buffer) => {
    const head = Buffer.from([0x1c, record, id, 0, 0]);
    head.writeUInt16BE(data.length, 3);
    return Buffer.concat([head, data]);
  };
  const data = Buffer.concat([
    ...(charset === 'utf8' ? [dataset(1, 90, Buffer.from('\x1b%G', 'latin1'))] : []),
    ...fields.map(([id, text]) => dataset(2, id, Buffer.from(text, charset))),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const resource = Buffer.concat([Buffer.from('8BIM\x04\x04\0\0', 'latin1'), size, data]);
  return Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource, Buffer.alloc(data.length % 2)]);
}

const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  exifEX: 'http://cipa.jp/exif/1.0/',
  aux: 'http://ns.adobe.com/exif/1.0/aux/',
  Iptc4xmpCore: 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
};

/** Text in the default language, with another one in German. */
export const inLanguages = (text: string, other = 'Anderes') =>
  `<rdf:Alt><rdf:li xml:lang="de-DE">${other}</rdf:li><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt>`;

export const listed = (kind: 'Bag' | 'Seq', ...items: string[]) =>
  `<rdf:${kind}>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:${kind}>`;

/**
 * An XMP packet.
 *
 * @param attributes simple properties, as Lightroom writes them
 * @param elements properties as XML
 */
export function xmpBlock(attributes: Record<string, string>, elements: Record<string, string> = {}): Buffer {
  const declared = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const simple = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  const nested = Object.entries(elements).map(([name, value]) => `<${name}>${value}</${name}>`);
  return Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""${declared.join('')}${simple.join('')}>${nested.join('')}</rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`,
  );
}

/** Inserts blocks of metadata into a JPEG. */
export function withMetadata(jpeg: Buffer, blocks: { exif?: Buffer; xmp?: Buffer; iptc?: Buffer }): Buffer {
  const segment = (marker: number, prefix: string, block: Buffer | undefined) =>
    block ? [jpegSegment(marker, prefix, block)] : [];
  return withSegments(
    jpeg,
    ...segment(0xe1, 'Exif\0\0', blocks.exif),
    ...segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', blocks.xmp),
    ...segment(0xed, '', blocks.iptc),
  );
}

const degrees = (whole: number, minutes: number, hundredthSeconds: number): [number, number][] => [
  [whole, 1],
  [minutes, 1],
  [hundredthSeconds, 100],
];

const POSITION: ExifField[] = [
  [1, 'N'],
  [2, degrees(60, 23, 3412)],
  [3, 'E'],
  [4, degrees(5, 19, 2110)],
];

const EXPOSURE: ExifField[] = [
  [0x829a, [[1, 250]]],
  [0x829d, [[80, 10]]],
  [0x8827, { shorts: [100] }],
  [0x9003, '2026:03:01 17:20:11'],
  [0x9291, '52'],
  [0x920a, [[35, 1]]],
];

/** Export of Lightroom Classic: everything in XMP, and again in IPTC and EXIF. */
export const lightroomBlocks = (title = 'Harbour at low tide') => ({
  exif: exifBlock({
    image: [
      [0x010e, 'Caption in EXIF'],
      [0x010f, 'Canon'],
      [0x0110, 'Canon EOS R5'],
      [0x013b, 'Artist in EXIF'],
      [0x8298, 'Copyright in EXIF'],
    ],
    camera: [...EXPOSURE, [0xa434, 'RF35mm F1.8 MACRO IS STM']],
    position: POSITION,
  }),
  iptc: iptcBlock([
    [5, 'Title in IPTC'],
    [25, 'iptc'],
    [80, 'By-line in IPTC'],
    [90, 'Bergen'],
    [101, 'Norway'],
    [116, 'Copyright in IPTC'],
    [120, 'Caption in IPTC'],
  ]),
  xmp: xmpBlock(
    {
      'photoshop:City': 'Bergen',
      'photoshop:Country': 'Norway',
      'photoshop:DateCreated': '2026-03-01T17:20:11.52',
      'exif:ExposureTime': '1/250',
      'exif:FNumber': '8/1',
      'exif:FocalLength': '35/1',
      'exif:GPSLatitude': '60,23.5687N',
      'exif:GPSLongitude': '5,19.3517E',
      'tiff:Make': 'Canon',
      'tiff:Model': 'Canon EOS R5',
      'aux:Lens': 'RF35mm F1.8 MACRO IS STM',
    },
    {
      'dc:title': inLanguages(title, 'Hafen bei Ebbe'),
      'dc:description': inLanguages('Before the boats came back.\nA grey morning &amp; no wind.'),
      'dc:subject': listed('Bag', 'harbour', 'low tide', 'Norway', 'Harbour'),
      'dc:creator': listed('Seq', 'Elin Marsh'),
      'dc:rights': inLanguages('© 2026 Elin Marsh'),
      'exif:ISOSpeedRatings': listed('Seq', '100'),
      'Iptc4xmpCore:AltTextAccessibility': inLanguages('Boats lying on mud.'),
    },
  ),
});

/** File of an older Photoshop: IPTC in Latin-1 alone. */
export const photoshopBlocks = () => ({
  iptc: iptcBlock(
    [
      [5, 'Fjörd'],
      [25, 'Küste'],
      [25, 'Nebel'],
      [55, '20260301'],
      [60, '172011+0100'],
      [80, 'Jörg Müller'],
      [90, 'Ålesund'],
      [101, 'Norge'],
      [116, '© Müller'],
      [120, 'Früh, im Nebel'],
    ],
    'latin1',
  ),
});

/** Photo of an iPhone: EXIF with its position, and no texts. */
export const iphoneBlocks = () => ({
  exif: exifBlock(
    {
      image: [
        [0x010f, 'Apple'],
        [0x0110, 'iPhone 15 Pro'],
      ],
      camera: [...EXPOSURE, [0xa434, 'iPhone 15 Pro back triple camera 6.765mm f/1.78']],
      position: POSITION,
    },
    'BE',
  ),
});
