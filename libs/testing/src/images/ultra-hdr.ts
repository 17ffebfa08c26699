import sharp from 'sharp';
import { aJpeg, type JpegOptions } from './images.ts';
import { jpegSegment, withSegments } from './jpeg-segments.ts';
import { asStored, type Orientation } from './picture.ts';

export interface UltraHdrOptions extends JpegOptions {
  /** Where the metadata are: Adobe's XMP, or ISO 21496-1 with a denominator for each number or for all. */
  form?: 'xmp' | 'iso' | 'iso-common';
  /** Width of the map as a fraction of the picture's width. */
  mapShare?: number;
  /** Aspect ratio of the map; by default the picture's. */
  mapRatio?: number;
  isColoured?: boolean;
  isProgressiveMap?: boolean;
  /** Values for all channels; `min`, `max` and capacities are logarithms to base 2. */
  gain?: Partial<typeof GAIN>;
  /** Properties of the XMP besides the gain. */
  more?: string;
  /** Bytes cut off the end. */
  truncated?: number;
}

/** Default values: the left half of the map has a gain of 8, the right half none. */
export const GAIN = { min: 0, max: 3, gamma: 1, offsetSdr: 0, offsetHdr: 0, capacityMin: 0, capacityMax: 3 };

const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const ISO = 'urn:iso:std:iso:ts:21496:-1\0';

/** Ultra HDR JPEG: a picture with a gain map in a second JPEG behind it. */
export async function anUltraHdrJpeg({
  form = 'xmp',
  mapShare = 0.25,
  isColoured = false,
  isProgressiveMap = false,
  gain = {},
  more = '',
  truncated = 0,
  ...options
}: UltraHdrOptions = {}): Promise<Buffer> {
  const { width = 1200, height = 800, orientation = 1, mapRatio = width / height } = options;
  const base = await aJpeg({ ...options, width, height });
  const map = await drawMap(Math.round(width * mapShare), Math.round((width * mapShare) / mapRatio), orientation);
  const encoded = await sharp(map.data, { raw: { width: map.width, height: map.height, channels: 3 } })
    .toColourspace(isColoured ? 'srgb' : 'b-w')
    .jpeg({ quality: 95, progressive: isProgressiveMap, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const values = { ...GAIN, ...gain };
  const metadata =
    form === 'xmp'
      ? jpegSegment(0xe1, XMP, xmp(values, more))
      : jpegSegment(0xe2, ISO, iso(values, form === 'iso-common'));
  return withSecond(base, withSegments(encoded, metadata)).subarray(0, truncated ? -truncated : undefined);
}

function drawMap(width: number, height: number, orientation: Orientation) {
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < data.length; i += 3) if ((i / 3) % width < width / 2) data.fill(255, i, i + 3);
  return asStored({ data, width, height }, orientation);
}

const xmp = ({ min, max, gamma, offsetSdr, offsetHdr, capacityMin, capacityMax }: typeof GAIN, more: string) =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" ' +
  `hdrgm:GainMapMin="${min}" hdrgm:GainMapMax="${max}" hdrgm:Gamma="${gamma}" hdrgm:OffsetSDR="${offsetSdr}" ` +
  `hdrgm:OffsetHDR="${offsetHdr}" hdrgm:HDRCapacityMin="${capacityMin}" hdrgm:HDRCapacityMax="${capacityMax}" ` +
  `${more}/></rdf:RDF></x:xmpmeta>`;

/** Versions, flags (gain in the colours of the picture) and fractions. */
function iso(values: typeof GAIN, isCommon: boolean): Buffer {
  const { min, max, gamma, offsetSdr, offsetHdr, capacityMin, capacityMax } = values;
  const numerators = [capacityMin, capacityMax, min, max, gamma, offsetSdr, offsetHdr].map((value) =>
    Math.round(value * 4096),
  );
  const numbers = isCommon ? [4096, ...numerators] : numerators.flatMap((numerator) => [numerator, 4096]);
  const content = Buffer.alloc(5 + numbers.length * 4);
  content.writeUInt8(isCommon ? 0x48 : 0x40, 4);
  numbers.forEach((number, i) => content.writeInt32BE(number, 5 + i * 4));
  return content;
}

/** Multi-Picture Format (CIPA DC-007), little-endian, with the list of both pictures alone. */
function withSecond(first: Buffer, second: Buffer): Buffer {
  const list = Buffer.alloc(8 + 2 + 12 + 4 + 32);
  list.write('II*\0\x08\0\0\0\x01\0\x02\xb0\x07\0\x20\0\0\0\x1a\0\0\0', 'latin1');
  const inserted = jpegSegment(0xe2, 'MPF\0', list);
  const tiff = 2 + 4 + 'MPF\0'.length;
  const size = first.length + inserted.length;
  const entries = inserted.length - 32;
  inserted.writeUInt32LE(0x30000, entries);
  inserted.writeUInt32LE(size, entries + 4);
  inserted.writeUInt32LE(second.length, entries + 20);
  inserted.writeUInt32LE(size - tiff, entries + 24);
  return Buffer.concat([withSegments(first, inserted), second]);
}
