import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { jpegSegment, withSegments } from './jpeg-segments.ts';
import { draw } from './picture.ts';
import { pngChunk, pngFile, withPngChunks } from './png.ts';

/** Marker in hidden payloads, which no rendition may contain. */
export const PAYLOAD = '<script>alert("payload")</script>';

/** A file truncated to a fraction of its bytes. */
export const truncated = (file: Buffer, fraction = 0.5): Buffer => file.subarray(0, Math.floor(file.length * fraction));

/** A file with valid head and end, and a damaged middle. */
export function withFlippedBits(file: Buffer): Buffer {
  const damaged = Buffer.from(file);
  for (let at = Math.floor(file.length * 0.4); at < file.length * 0.6; at += 1) damaged[at]! ^= 0x55;
  return damaged;
}

/** Valid files of other formats. */
export const FOREIGN_FILES: Record<string, () => Buffer | Promise<Buffer>> = {
  SVG: () =>
    Buffer.from(
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${PAYLOAD}<rect width="9" height="9"/></svg>`,
    ),
  HTML: () => Buffer.from(`<!doctype html><title>x</title>${PAYLOAD}`),
  PHP: () => Buffer.from('<?php echo shell_exec($_GET["x"]); ?>'),
  ZIP: () => aZip(),
  PDF: () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  BMP: () => aBmp(),
  TIFF: () => picture().tiff().toBuffer(),
  AVIF: () => picture().avif({ effort: 0 }).toBuffer(),
  HEIC: async () => asHeic(await picture().avif({ effort: 0 }).toBuffer()),
  'JPEG XL': () => Buffer.from('0000000c4a584c200d0a870a', 'hex'),
  PPM: () => Buffer.concat([Buffer.from('P6 2 2 255\n'), Buffer.alloc(12)]),
  ICO: () => Buffer.concat([Buffer.from('000001000100', 'hex'), Buffer.alloc(64)]),
  CSV: () => Buffer.from('1,2,3\n4,5,6\n'),
  zeros: () => Buffer.alloc(1024),
};

/** Files with the signature of an accepted format and other content. */
export const FALSE_BEGINNINGS: Record<string, () => Buffer> = {
  GIF: () => Buffer.from(`GIF89a/*${PAYLOAD}*/=1;alert(1)`),
  JPEG: () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(PAYLOAD)]),
  PNG: () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(PAYLOAD)]),
  WebP: () => Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBP', 'latin1'), Buffer.from(PAYLOAD)]),
};

/** Small files whose headers claim huge dimensions. */
export const CLAIMED_BOMBS: Record<string, () => Buffer> = {
  'PNG of 50,000 × 50,000': () => aPngThatClaims(50_000, 50_000),
  'GIF of 65,535 × 65,535': () =>
    Buffer.from('474946383961ffffffff800000ffffff0000002c00000000ffffffff0002024401003b', 'hex'),
  'WebP of 16,383 × 16,383': () => aWebpThatClaims(16_383, 16_383),
};

/** A key frame of VP8 with its size and nothing to show (RFC 6386, section 9.1). */
function aWebpThatClaims(width: number, height: number): Buffer {
  const frame = Buffer.alloc(30);
  frame.set([0x30, 0x01, 0x00, 0x9d, 0x01, 0x2a]);
  frame.writeUInt16LE(width, 6);
  frame.writeUInt16LE(height, 8);
  const chunk = Buffer.concat([Buffer.from('VP8 '), uint32le(frame.length), frame]);
  return Buffer.concat([Buffer.from('RIFF'), uint32le(chunk.length + 4), Buffer.from('WEBP'), chunk]);
}

/** A JPEG with another size in its frame header. */
export function claimingSize(jpeg: Buffer, width = 65_500, height = 65_500): Buffer {
  const claim = Buffer.from(jpeg);
  const frame = claim.indexOf(Buffer.from([0xff, 0xc0]));
  claim.writeUInt16BE(height, frame + 5);
  claim.writeUInt16BE(width, frame + 7);
  return claim;
}

/** A picture that is also a valid file of another type. */
export const withZip = (picture: Buffer): Buffer => Buffer.concat([picture, aZip()]);
export const withHtml = (picture: Buffer): Buffer => Buffer.concat([picture, Buffer.from(`\n<!--x-->${PAYLOAD}`)]);

/** A PNG with the payload in one of its text chunks. */
export function withPngText(png: Buffer): Buffer {
  return withPngChunks(png, pngChunk('tEXt', Buffer.from(`Comment\0${PAYLOAD}`, 'latin1')));
}

/** A GIF with the payload in a comment. */
export function withGifComment(gif: Buffer): Buffer {
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, PAYLOAD.length]),
    Buffer.from(PAYLOAD, 'latin1'),
    Buffer.from([0]),
  ]);
  return Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]);
}

/** A JPEG with the payload in EXIF, XMP and a comment. */
export async function aJpegWithScripts({ width = 300, height = 200 } = {}): Promise<Buffer> {
  const jpeg = await sharp(draw({ width, height }).data, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { ImageDescription: PAYLOAD, Artist: PAYLOAD, Copyright: PAYLOAD, Software: PAYLOAD } })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
        `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><![CDATA[${PAYLOAD}]]></dc:title></rdf:Description>` +
        '</rdf:RDF></x:xmpmeta>',
    )
    .jpeg()
    .toBuffer();
  return withSegments(jpeg, jpegSegment(0xfe, PAYLOAD));
}

const aPngThatClaims = (width: number, height: number) =>
  pngFile({ width, height, depth: 1, colourType: 0, rows: Buffer.alloc(100_000) });

/** An archive with one stored file, x.html (APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
function aZip(): Buffer {
  const [name, content] = [Buffer.from('x.html'), Buffer.from(PAYLOAD)];
  const about = Buffer.alloc(26);
  about.writeUInt16LE(10, 0);
  about.writeUInt32LE(crc32(content), 10);
  about.writeUInt32LE(content.length, 14);
  about.writeUInt32LE(content.length, 18);
  about.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, name, content]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x0a\0', 'latin1'), about, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

function aBmp(): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE(54 + 16, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(2, 18);
  head.writeInt32LE(2, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, Buffer.alloc(16)]);
}

const picture = () => sharp(draw({ width: 60, height: 40 }).data, { raw: { width: 60, height: 40, channels: 3 } });

/** The same boxes under the brand that phones write. */
function asHeic(avif: Buffer): Buffer {
  const heic = Buffer.from(avif);
  heic.write('heic', 8, 'latin1');
  return heic;
}

function uint32le(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
