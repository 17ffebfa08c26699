import type { PictureRights } from '@portfolio/contracts';
import type { Sharp } from 'sharp';

/** Bytes of a text that a file carries at most: EXIF and XMP of a JPEG have 64 KB each. */
const LONGEST_TEXT = 4_000;

/** Tags of the texts in EXIF. */
const TAGS = { Artist: 0x013b, Copyright: 0x8298 } as const;

/** How an EXIF block begins in every format that libvips writes: its mark, and TIFF's for little-endian numbers. */
const EXIF_BEGINS = Buffer.from('Exif\0\0II*\0', 'latin1');

/**
 * Encodes the picture with its rights, and with nothing where there are none: EXIF for artist and copyright, XMP for all
 * (IPTC's Creator, Copyright Notice and Web Statement of Rights, which image searches show).
 */
export async function withRights(image: Sharp, given: PictureRights): Promise<Buffer> {
  const artist = fitting(given.artist);
  const copyright = fitting(given.copyright);
  const xmp = xmpPacket({ artist, copyright, licence: fitting(given.licence) });
  if (!xmp) return image.toBuffer();

  image.withXmp(xmp);
  const texts = Object.entries({ Artist: artist, Copyright: copyright }).filter(([, text]) => text !== '');
  if (texts.length > 0) image.withExif({ IFD0: Object.fromEntries(texts.map(([tag, text]) => [tag, standIn(text)])) });
  const file = await image.toBuffer();
  for (const [tag, text] of texts) overwrite(file, TAGS[tag as keyof typeof TAGS], text);
  return file;
}

/**
 * A text of the same length in bytes. libvips writes EXIF in ASCII alone, "Jorg" for "Jörg" and a question mark for "王",
 * and leaves out what stands in brackets at the end; so it is given something plain, which is then overwritten.
 */
const standIn = (text: string) => 'x'.repeat(Buffer.byteLength(text));

/** Writes a text over its stand-in, in UTF-8: what EXIF 3.0 allows, and what programs have long read and written. */
function overwrite(file: Buffer, tag: number, text: string): void {
  const tiff = file.indexOf(EXIF_BEGINS) + 'Exif\0\0'.length;
  // TIFF 6.0: the first directory's place, its number of entries, and entries of 12 bytes: tag, type, count, value.
  const directory = tiff + file.readUInt32LE(tiff + 4);
  for (let i = 0; i < file.readUInt16LE(directory); i += 1) {
    const entry = directory + 2 + 12 * i;
    if (file.readUInt16LE(entry) !== tag) continue;
    // A value of up to four bytes, its closing NUL included, stands in the entry itself.
    const isInside = file.readUInt32LE(entry + 4) <= 4;
    file.write(text, isInside ? entry + 8 : tiff + file.readUInt32LE(entry + 8), 'utf8');
    return;
  }
}

/** @returns an empty text where there is nothing to say */
function xmpPacket({ artist, copyright, licence }: PictureRights): string {
  const properties = [
    artist && `<dc:creator><rdf:Seq><rdf:li>${escape(artist)}</rdf:li></rdf:Seq></dc:creator>`,
    copyright && `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escape(copyright)}</rdf:li></rdf:Alt></dc:rights>`,
    copyright && '<xmpRights:Marked>True</xmpRights:Marked>',
    licence && `<xmpRights:WebStatement>${escape(licence)}</xmpRights:WebStatement>`,
    // Creative Commons' own property, for the addresses it is meant for.
    /^https?:\/\/creativecommons\.org\//.test(licence) && `<cc:license rdf:resource="${escape(licence)}"/>`,
  ].filter((property) => property !== '' && property !== false);
  if (properties.length === 0) return '';
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:cc="http://creativecommons.org/ns#">',
    ...properties,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** What XML 1.0 has no way to write: control characters, halves of pairs, and two code points that are no characters. */
// eslint-disable-next-line no-control-regex -- control characters are what it is about
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** The text as far as a file can carry it. */
function fitting(text: string): string {
  const writable = text.replace(UNWRITABLE, '');
  if (Buffer.byteLength(writable) <= LONGEST_TEXT) return writable;
  let [kept, bytes] = ['', 0];
  for (const character of writable) {
    bytes += Buffer.byteLength(character);
    if (bytes > LONGEST_TEXT) break;
    kept += character;
  }
  return kept;
}
