import type { PictureRights } from '@portfolio/contracts';
import type { Sharp } from 'sharp';

/** Limit of a text in bytes: EXIF and XMP of a JPEG have 64 KB each. */
const MAX_TEXT_BYTES = 4_000;

/** Tags of the texts in EXIF. */
const TAGS = { Artist: 0x013b, Copyright: 0x8298 } as const;

/** Signatures of EXIF and little-endian TIFF, with which libvips begins an EXIF block in every format. */
const EXIF_SIGNATURE = Buffer.from('Exif\0\0II*\0', 'latin1');

/** More of an XMP packet: namespaces and attributes, and elements. */
interface MoreXmp {
  attributes: string;
  properties: string;
}

/**
 * Encodes the picture with its rights: EXIF for artist and copyright, XMP for all (IPTC's Creator, Copyright Notice and Web
 * Statement of Rights, which image searches show).
 */
export async function withRights(image: Sharp, given: PictureRights, more?: MoreXmp): Promise<Buffer> {
  const artist = truncate(given.artist);
  const copyright = truncate(given.copyright);
  const xmp = xmpPacket({ artist, copyright, licence: truncate(given.licence) }, more);
  if (!xmp) return image.toBuffer();

  image.withXmp(xmp);
  const texts = Object.entries({ Artist: artist, Copyright: copyright }).filter(([, text]) => text !== '');
  if (texts.length > 0)
    image.withExif({ IFD0: Object.fromEntries(texts.map(([tag, text]) => [tag, placeholder(text)])) });
  const file = await image.toBuffer();
  for (const [tag, text] of texts) overwrite(file, TAGS[tag as keyof typeof TAGS], text);
  return file;
}

/**
 * Placeholder of the same length in bytes, overwritten afterwards. libvips writes EXIF in ASCII only, "Jorg" for "Jörg", and
 * drops brackets at the end.
 */
const placeholder = (text: string) => 'x'.repeat(Buffer.byteLength(text));

/** Overwrites a placeholder with the text in UTF-8, which EXIF 3.0 allows and programs have long read. */
function overwrite(file: Buffer, tag: number, text: string): void {
  const tiff = file.indexOf(EXIF_SIGNATURE) + 'Exif\0\0'.length;
  // TIFF 6.0: offset of the first directory, number of entries, entries of 12 bytes: tag, type, count, value.
  const directory = tiff + file.readUInt32LE(tiff + 4);
  for (let i = 0; i < file.readUInt16LE(directory); i += 1) {
    const entry = directory + 2 + 12 * i;
    if (file.readUInt16LE(entry) !== tag) continue;
    // A value of up to four bytes with its NUL is inside the entry.
    const isInside = file.readUInt32LE(entry + 4) <= 4;
    file.write(text, isInside ? entry + 8 : tiff + file.readUInt32LE(entry + 8), 'utf8');
    return;
  }
}

/** @returns an empty string without content */
function xmpPacket({ artist, copyright, licence }: PictureRights, more?: MoreXmp): string {
  const properties = [
    artist && `<dc:creator><rdf:Seq><rdf:li>${escape(artist)}</rdf:li></rdf:Seq></dc:creator>`,
    copyright && `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escape(copyright)}</rdf:li></rdf:Alt></dc:rights>`,
    copyright && '<xmpRights:Marked>True</xmpRights:Marked>',
    licence && `<xmpRights:WebStatement>${escape(licence)}</xmpRights:WebStatement>`,
    /^https?:\/\/creativecommons\.org\//.test(licence) && `<cc:license rdf:resource="${escape(licence)}"/>`,
    more?.properties,
  ].filter(Boolean);
  if (properties.length === 0) return '';
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:cc="http://creativecommons.org/ns#"',
    ` ${more?.attributes ?? ''}>`,
    ...properties,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Characters that XML 1.0 cannot write: controls, lone surrogates and two noncharacters. */
// oxlint-disable-next-line no-control-regex -- matches control characters
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** Removes unwritable characters and truncates to the limit. */
function truncate(text: string): string {
  const writable = text.replace(UNWRITABLE, '');
  if (Buffer.byteLength(writable) <= MAX_TEXT_BYTES) return writable;
  let [start, bytes] = ['', 0];
  for (const character of writable) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_TEXT_BYTES) break;
    start += character;
  }
  return start;
}
