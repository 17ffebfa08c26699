import { APP1, APP2, contentOf, segment, type Segment } from './jpeg-segments.ts';

/**
 * Gain of one colour: logarithms to base 2 of the smallest and largest gain, and the encoding of gains between them. The
 * fields have the order of ISO 21496-1, and the names and defaults of Adobe's XMP.
 */
const CHANNEL_FIELDS = [
  { name: 'min', xmpName: 'GainMapMin', absent: 0 },
  { name: 'max', xmpName: 'GainMapMax', absent: NaN },
  { name: 'gamma', xmpName: 'Gamma', absent: 1 },
  { name: 'baseOffset', xmpName: 'OffsetSDR', absent: 1 / 64 },
  { name: 'alternateOffset', xmpName: 'OffsetHDR', absent: 1 / 64 },
] as const;

type ChannelMetadata = Record<(typeof CHANNEL_FIELDS)[number]['name'], number>;

/** Metadata of a gain map by ISO 21496-1, and by Adobe's specification that it is made from. */
export interface GainMapMetadata {
  /** Headroom of a display, as a logarithm to base 2, up to which only the base is shown. */
  baseHeadroom: number;
  /** Headroom from which the whole gain applies. */
  alternateHeadroom: number;
  /** One for all colours, or red, green and blue. */
  channels: ChannelMetadata[];
  /** Otherwise the gain holds in the colours of the HDR image. */
  isInBaseColours: boolean;
}

const XMP_SIGNATURE = 'http://ns.adobe.com/xap/1.0/\0';
export const ISO_SIGNATURE = 'urn:iso:std:iso:ts:21496:-1\0';
export const HDRGM = 'http://ns.adobe.com/hdr-gain-map/1.0/';

/** Flags of the binary form. */
const IS_MULTICHANNEL = 0x80;
const IS_IN_BASE_COLOURS = 0x40;
/** One denominator before all numerators. */
const HAS_COMMON_DENOMINATOR = 0x08;
/** Denominator of written fractions. */
const DENOMINATOR = 1_000_000;

/** @returns undefined without metadata, or with invalid or unsupported ones. @throws RangeError for truncated ones */
export function readMetadata(segments: Segment[]): GainMapMetadata | undefined {
  const iso = contentOf(segments, APP2, ISO_SIGNATURE);
  const xmp = contentOf(segments, APP1, XMP_SIGNATURE)?.toString('utf8');
  const metadata = iso ? readIso(iso) : xmp && readXmp(xmp);
  return metadata && isValid(metadata) ? metadata : undefined;
}

/** Both forms: Android 14 reads XMP alone, Apple's systems ISO 21496-1. */
export const metadataSegments = (metadata: GainMapMetadata): Buffer[] => [
  segment(APP1, XMP_SIGNATURE, toXmp(metadata)),
  segment(APP2, ISO_SIGNATURE, toIso(metadata)),
];

/** In the order of ISO 21496-1. */
const numbersOf = ({ baseHeadroom, alternateHeadroom, channels }: GainMapMetadata): number[] => [
  baseHeadroom,
  alternateHeadroom,
  ...channels.flatMap((channel) => CHANNEL_FIELDS.map(({ name }) => channel[name])),
];

/** @param valueAt value of the field with this index */
const channelOf = (valueAt: (field: number) => number | undefined) =>
  Object.fromEntries(CHANNEL_FIELDS.map(({ name }, i) => [name, valueAt(i)])) as ChannelMetadata;

function isValid(metadata: GainMapMetadata): boolean {
  const { baseHeadroom, alternateHeadroom, channels } = metadata;
  return (
    // Larger numbers do not fit the written fractions, and nothing is 2 to the power of 1,000 times as bright.
    numbersOf(metadata).every((number) => Math.abs(number) < 1_000) &&
    alternateHeadroom > Math.max(0, baseHeadroom) &&
    channels.every(({ min, max, gamma }) => max >= min && gamma > 0)
  );
}

function readIso(content: Buffer): GainMapMetadata | undefined {
  // Versions needed and written, and the flags.
  if (content.readUInt16BE(0) !== 0) return undefined;
  const flags = content.readUInt8(4);
  const fraction = (index: number) =>
    flags & HAS_COMMON_DENOMINATOR
      ? content.readInt32BE(9 + index * 4) / content.readUInt32BE(5)
      : content.readInt32BE(5 + index * 8) / content.readUInt32BE(9 + index * 8);
  const channel = (index: number) => channelOf((field) => fraction(index + field));
  return {
    baseHeadroom: fraction(0),
    alternateHeadroom: fraction(1),
    channels: flags & IS_MULTICHANNEL ? [channel(2), channel(7), channel(12)] : [channel(2)],
    isInBaseColours: (flags & IS_IN_BASE_COLOURS) !== 0,
  };
}

function toIso(metadata: GainMapMetadata): Buffer {
  const numbers = numbersOf(metadata);
  const content = Buffer.alloc(5 + numbers.length * 8);
  content.writeUInt8(metadata.channels.length > 1 ? IS_MULTICHANNEL | IS_IN_BASE_COLOURS : IS_IN_BASE_COLOURS, 4);
  numbers.forEach((number, i) => {
    content.writeInt32BE(Math.round(number * DENOMINATOR), 5 + i * 8);
    content.writeUInt32BE(DENOMINATOR, 9 + i * 8);
  });
  return content;
}

/** Metadata in Adobe's XMP. */
function readXmp(xmp: string): GainMapMetadata | undefined {
  /** Values of a property: one for all colours, or three. */
  const read = (name: string, absent: number): number[] => {
    const [, attribute] = new RegExp(`hdrgm:${name}="([^"]*)"`).exec(xmp) ?? [];
    if (attribute !== undefined) return [Number(attribute)];
    const [, element] = new RegExp(`<hdrgm:${name}>([^]*?)</hdrgm:${name}>`).exec(xmp) ?? [];
    if (element === undefined) return [absent];
    const items = [...element.matchAll(/<rdf:li>([^<]*)</g)].map(([, item]) => Number(item));
    return items.length > 0 ? items : [Number(element)];
  };
  if (/hdrgm:BaseRenditionIsHDR(="|>)True/i.test(xmp)) return undefined;
  const [baseHeadroom = NaN] = read('HDRCapacityMin', 0);
  const [alternateHeadroom = NaN] = read('HDRCapacityMax', NaN);
  const fields = CHANNEL_FIELDS.map(({ xmpName, absent }) => read(xmpName, absent));
  const isMultichannel = fields.some((values) => values.length > 1);
  const channels = (isMultichannel ? [0, 1, 2] : [0]).map((colour) =>
    channelOf((field) => fields[field]?.[colour] ?? fields[field]?.[0]),
  );
  return { baseHeadroom, alternateHeadroom, channels, isInBaseColours: true };
}

function toXmp({ baseHeadroom, alternateHeadroom, channels }: GainMapMetadata): string {
  const isMultichannel = channels.length > 1;
  const attributes = CHANNEL_FIELDS.map(({ name, xmpName }) => ` hdrgm:${xmpName}="${channels[0]?.[name]}"`);
  const elements = CHANNEL_FIELDS.map(({ name, xmpName }) => {
    const items = channels.map((channel) => `<rdf:li>${channel[name]}</rdf:li>`).join('');
    return `<hdrgm:${xmpName}><rdf:Seq>${items}</rdf:Seq></hdrgm:${xmpName}>`;
  });
  return [
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:hdrgm="${HDRGM}" hdrgm:Version="1.0" hdrgm:BaseRenditionIsHDR="False"`,
    ` hdrgm:HDRCapacityMin="${baseHeadroom}" hdrgm:HDRCapacityMax="${alternateHeadroom}"`,
    ...(isMultichannel ? ['>', ...elements, '</rdf:Description>'] : [...attributes, '/>']),
    '</rdf:RDF></x:xmpmeta>',
  ].join('');
}
