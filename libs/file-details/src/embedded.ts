import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import { type FileDetails, readTags, toFileDetails } from './file-details.ts';

/** Blocks of metadata, as sharp extracts them from every format. */
export interface EmbeddedMetadata {
  exif?: Buffer | undefined;
  iptc?: Buffer | undefined;
  xmp?: Buffer | undefined;
}

/** Largest block that is read. Those of a JPEG have at most 64 KB; larger ones are attacks or editing histories. */
const MAX_BYTES = 256 * 1024;

const EXIF_PREFIX = 'Exif\0\0';
const XMP_PREFIX = '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>';

/** Reads the details of an image file from its blocks of metadata, each on its own: a damaged one loses no other. */
export function readEmbeddedDetails({ exif, iptc, xmp }: EmbeddedMetadata): FileDetails {
  const domParser = new DOMParser({ onError: onErrorStopParsing });
  const read = (block: Buffer | undefined, toFile: (block: Buffer) => Buffer) =>
    block && block.length <= MAX_BYTES ? readTags(toFile(block), domParser) : {};
  return toFileDetails({
    exif: read(exif, (block) => (block.toString('latin1', 0, 6) === EXIF_PREFIX ? block.subarray(6) : block)).exif,
    iptc: read(iptc, asJpeg).iptc,
    xmp: read(xmp, asPacket).xmp,
  });
}

/** A JPEG with one segment, APP13. */
function asJpeg(block: Buffer): Buffer {
  const file = Buffer.alloc(6 + block.length + 16);
  file.writeUInt32BE(0xffd8ffed, 0);
  file.writeUInt16BE(Math.min(block.length + 2, 0xffff), 4);
  block.copy(file, 6);
  return file;
}

/** A file of XMP begins with the packet's header, which some programs omit. */
function asPacket(block: Buffer): Buffer {
  const begin = block.indexOf('<');
  const packet = block.subarray(Math.max(begin, 0));
  return packet.toString('latin1', 0, 15) === XMP_PREFIX.slice(0, 15)
    ? packet
    : Buffer.concat([Buffer.from(XMP_PREFIX), packet]);
}
