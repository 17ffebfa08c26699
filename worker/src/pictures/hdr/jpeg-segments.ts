/** Markers of JPEG (ITU-T T.81, table B.1). */
const APP0 = 0xe0;
export const APP1 = 0xe1;
export const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** A segment before the image data. */
export interface Segment {
  marker: number;
  /** Offsets of the marker and of the byte after the segment. */
  start: number;
  end: number;
  /** Without marker and length. */
  content: Buffer;
}

/** A segment holds 64 KB, so real files have at most some hundred. */
const MAX_SEGMENTS = 1_000;

/**
 * Segments of an untrusted JPEG, up to its image data or to the first bytes without a marker. The last may be cut off. A JPEG
 * with more than `MAX_SEGMENTS` counts as one without any.
 */
export function readSegments(jpeg: Buffer): Segment[] {
  const segments: Segment[] = [];
  for (let start = 2; start + 4 <= jpeg.length && jpeg[start] === 0xff;) {
    const marker = jpeg[start + 1]!;
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) break;
    if (segments.length === MAX_SEGMENTS) return [];
    const end = start + 2 + Math.max(2, jpeg.readUInt16BE(start + 2));
    segments.push({ marker, start, end, content: jpeg.subarray(start + 4, end) });
    start = end;
  }
  return segments;
}

/** Content after the signature, in the first segment with this marker and signature. */
export function contentOf(segments: Segment[], marker: number, signature: string): Buffer | undefined {
  const hasSignature = ({ content }: Segment) => content.toString('latin1', 0, signature.length) === signature;
  return segments.find((one) => one.marker === marker && hasSignature(one))?.content.subarray(signature.length);
}

export function segment(marker: number, signature: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(signature, 'latin1'), Buffer.from(content)]);
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([header, body]);
}

/** Offset after the last segment of JFIF, EXIF or XMP, which come first; 2 without any. */
export const endOfExif = (jpeg: Buffer): number =>
  readSegments(jpeg).findLast(({ marker }) => marker === APP0 || marker === APP1)?.end ?? 2;

export const insertAt = (jpeg: Buffer, offset: number, inserted: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, offset), ...inserted, jpeg.subarray(offset)]);

/** Removes comments and metadata, also the ICC profile. JFIF and Adobe's segment stay: decoders need them for the colours. */
export function withoutMetadata(jpeg: Buffer): Buffer {
  const isMetadata = ({ marker }: Segment) =>
    (marker > APP0 && marker <= APP15 && marker !== APP14) || marker === COMMENT;
  const removed = readSegments(jpeg).filter(isMetadata);
  const starts = [0, ...removed.map(({ end }) => end)];
  const ends = [...removed.map(({ start }) => start), jpeg.length];
  return Buffer.concat(starts.map((start, i) => jpeg.subarray(start, ends[i])));
}
