import type { Sharp } from 'sharp';
import type { PictureRights } from '@portfolio/contracts';
import { withRights } from '../rights-metadata.ts';
import { encodeGainMap, type GainMap, MP_ENTRIES, MP_ENTRY, MPF_SIGNATURE } from './gain-map.ts';
import { HDRGM, ISO_SIGNATURE, metadataSegments } from './gain-map-metadata.ts';
import { APP2, endOfExif, insertAt, segment } from './jpeg-segments.ts';

/** Minimum and writer version of ISO 21496-1, both 0. The gains are in the second picture. */
const ISO_VERSIONS = Buffer.alloc(4);
/** Attribute of the first picture: a JPEG, "Baseline MP Primary Image". */
const PRIMARY = 0x30000;

/**
 * Encodes an Ultra HDR JPEG: the picture, which programs without HDR show, and its gain map behind it (Android's "Ultra HDR
 * Image Format v1.1", which adds ISO 21496-1). In sharp 0.35, `keepGainMap` loses all XMP, the rights' too, and `withGainMap`
 * computes another map.
 *
 * @param image pipeline that ends with a JPEG encoder
 * @param share of the picture's width in that of the largest rendition
 */
export async function encodeUltraHdr(
  image: Sharp,
  gainMap: GainMap,
  share: number,
  rights: PictureRights,
): Promise<Buffer> {
  const encoded = await encodeGainMap(gainMap, share);
  const map = insertAt(encoded, endOfExif(encoded), metadataSegments(gainMap.metadata));
  const base = await withRights(image, rights, directory(map.length));
  const offset = endOfExif(base);
  const iso = segment(APP2, ISO_SIGNATURE, ISO_VERSIONS);
  const header = offset + iso.length + segment(APP2, MPF_SIGNATURE, '').length;
  const size = base.length + iso.length + segment(APP2, MPF_SIGNATURE, pictureList(0, 0, 0)).length;
  const pictures = segment(APP2, MPF_SIGNATURE, pictureList(size, map.length, size - header));
  return Buffer.concat([insertAt(base, offset, [iso, pictures]), map]);
}

/** XMP with which Android finds the map. @param length of the map in bytes */
const directory = (length: number) => ({
  attributes:
    `xmlns:hdrgm="${HDRGM}" hdrgm:Version="1.0" ` +
    'xmlns:Container="http://ns.google.com/photos/1.0/container/" ' +
    'xmlns:Item="http://ns.google.com/photos/1.0/container/item/"',
  properties:
    '<Container:Directory><rdf:Seq>' +
    '<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>' +
    '<rdf:li rdf:parseType="Resource">' +
    `<Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="${length}"/></rdf:li>` +
    '</rdf:Seq></Container:Directory>',
});

/**
 * Index of both pictures in Multi-Picture Format.
 *
 * @param size of the first in bytes
 * @param mapSize of the second
 * @param mapOffset of the second from this index
 */
function pictureList(size: number, mapSize: number, mapOffset: number): Buffer {
  const list = Buffer.alloc(50 + 2 * MP_ENTRY);
  list.write('MM\0*', 'latin1');
  list.writeUInt32BE(8, 4);
  // Three tags of 12 bytes: version, number of pictures, entries. The entries follow an offset of 0: no further directory.
  list.writeUInt16BE(3, 8);
  writeTag(list, 10, 0xb000, 7, 4);
  list.write('0100', 18, 'latin1');
  writeTag(list, 22, 0xb001, 4, 1);
  list.writeUInt32BE(2, 30);
  writeTag(list, 34, MP_ENTRIES, 7, 2 * MP_ENTRY);
  list.writeUInt32BE(50, 42);
  [PRIMARY, size, 0].forEach((value, i) => list.writeUInt32BE(value, 50 + 4 * i));
  [0, mapSize, mapOffset].forEach((value, i) => list.writeUInt32BE(value, 50 + MP_ENTRY + 4 * i));
  return list;
}

function writeTag(list: Buffer, offset: number, tag: number, type: number, count: number): void {
  list.writeUInt16BE(tag, offset);
  list.writeUInt16BE(type, offset + 2);
  list.writeUInt32BE(count, offset + 4);
}
