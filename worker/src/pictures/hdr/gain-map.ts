import sharp, { type Metadata } from 'sharp';
import { ImageFault, INPUT_OPTIONS, measureImage, withImageFaults } from '../decode-image.ts';
import { scaledSize, type Size } from '../pixels.ts';
import { hasPrimariesOfP3, isWideGamut } from '../wide-gamut.ts';
import { type GainMapMetadata, readMetadata } from './gain-map-metadata.ts';
import { APP1, APP2, contentOf, insertAt, readSegments, segment, withoutMetadata } from './jpeg-segments.ts';

/** Decoded gain map, upright. */
export interface GainMap extends Size {
  /** Raw samples of 8 bits. */
  data: Buffer;
  channels: 1 | 3;
  metadata: GainMapMetadata;
}

/** Multi-Picture Format (CIPA DC-007): signature, tag of the list of pictures, bytes of an entry. */
export const MPF_SIGNATURE = 'MPF\0';
export const MP_ENTRIES = 0xb002;
export const MP_ENTRY = 16;

/** Difference of the proportions of picture and map that rounding explains. */
const TOLERANCE = 0.02;
/** Quality of the written map: its samples multiply the light of the picture. */
const QUALITY = 85;

/**
 * Decodes the gain map of an Ultra HDR JPEG (Adobe's XMP or ISO 21496-1 in Multi-Picture Format).
 *
 * @param picture size of the upright original, and its metadata
 * @param size of the picture's largest rendition: the map is scaled in proportion
 * @returns undefined where the picture has none, or anything about it is odd: the picture alone is right everywhere
 */
export async function readGainMap(
  original: Buffer,
  { metadata, ...picture }: Size & { metadata: Metadata },
  size: Size,
): Promise<GainMap | undefined> {
  const found = metadata.format === 'jpeg' && findGainMap(original);
  if (!found) return undefined;
  try {
    const upright = withOrientation(withoutMetadata(found.jpeg), metadata.orientation ?? 1);
    const map = await measureImage(upright);
    const channels = map.metadata.channels;
    if (channels !== 1 && channels !== 3) return undefined;
    const proportion = map.width / map.height / (picture.width / picture.height);
    // A progressive map would be decoded whole.
    if (map.width > picture.width || Math.abs(proportion - 1) > TOLERANCE || map.metadata.isProgressive)
      return undefined;
    if (channels === 3 && !isInColoursOf(found.metadata, metadata)) return undefined;
    const scaled = scaledSize(map, size.width / picture.width);
    const data = await withImageFaults(() =>
      sharp(upright, { ...INPUT_OPTIONS, autoOrient: true })
        .resize({ ...scaled, fit: 'fill' })
        .toColourspace(channels === 1 ? 'b-w' : 'srgb')
        .raw()
        .toBuffer(),
    );
    return { data, ...scaled, channels, metadata: found.metadata };
  } catch (error) {
    if (error instanceof ImageFault) return undefined;
    throw error;
  }
}

/** Encodes the map for a rendition. @param share of the largest rendition's width */
export function encodeGainMap({ data, width, height, channels }: GainMap, share: number): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels } })
    .resize({ ...scaledSize({ width, height }, share), fit: 'fill' })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Whether the gains of each colour hold in the rendition's colours: converted primaries would shift hues. */
const isInColoursOf = ({ isInBaseColours }: GainMapMetadata, { icc }: Metadata): boolean =>
  isInBaseColours && (!isWideGamut(icc) || hasPrimariesOfP3(icc));

/** The first further picture of the file that has a gain map's metadata. */
function findGainMap(original: Buffer): { jpeg: Buffer; metadata: GainMapMetadata } | undefined {
  try {
    for (const jpeg of furtherPictures(original)) {
      const metadata = readMetadata(readSegments(jpeg));
      if (metadata) return { jpeg, metadata };
    }
  } catch (error) {
    // An offset of untrusted data lies outside of it.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

/** @throws RangeError for an invalid offset */
function* furtherPictures(original: Buffer): Generator<Buffer> {
  const tiff = contentOf(readSegments(original), APP2, MPF_SIGNATURE);
  if (!tiff) return;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (offset: number) => (isLittle ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset));
  const read32 = (offset: number) => (isLittle ? tiff.readUInt32LE(offset) : tiff.readUInt32BE(offset));
  // Offsets count from the TIFF header.
  const base = tiff.byteOffset - original.byteOffset;
  const directory = read32(4);
  for (let i = 0; i < read16(directory); i += 1) {
    const tag = directory + 2 + 12 * i;
    if (read16(tag) !== MP_ENTRIES) continue;
    const entries = read32(tag + 8);
    for (let entry = entries + MP_ENTRY; entry < entries + read32(tag + 4); entry += MP_ENTRY) {
      const start = base + read32(entry + 8);
      yield original.subarray(start, start + read32(entry + 4));
    }
    return;
  }
}

/** Gives the map the orientation of its picture, by EXIF with that tag alone. */
function withOrientation(map: Buffer, orientation: number): Buffer {
  if (orientation === 1) return map;
  const exif = Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16LE(orientation, 18);
  return insertAt(map, 2, [segment(APP1, 'Exif\0\0', exif)]);
}
