import sharp from 'sharp';

/** Rights and EXIF tags of a file, read by TIFF 6.0 without the code under test. */
export async function rightsOf(file: Buffer) {
  const { exif, xmpAsString: xmp = '' } = await sharp(file).metadata();
  const texts = exif ? readTexts(exif.subarray('Exif\0\0'.length)) : new Map<number, string>();
  const inXmp = (pattern: RegExp) => pattern.exec(xmp)?.[1];
  return {
    exif: { artist: texts.get(0x13b), copyright: texts.get(0x8298), tags: [...texts.keys()] },
    xmp: {
      creator: inXmp(/<dc:creator><rdf:Seq><rdf:li>(.*?)<\/rdf:li>/),
      rights: inXmp(/<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">(.*?)<\/rdf:li>/),
      marked: inXmp(/<xmpRights:Marked>(.*?)</),
      statement: inXmp(/<xmpRights:WebStatement>(.*?)</),
      license: inXmp(/<cc:license rdf:resource="(.*?)"/),
    },
    whole: xmp,
  };
}

function readTexts(tiff: Buffer): Map<number, string> {
  if (tiff.toString('latin1', 0, 4) !== 'II*\0') throw new Error('This is no little-endian TIFF');
  const texts = new Map<number, string>();
  const directory = tiff.readUInt32LE(4);
  for (let entry = directory + 2; entry < directory + 2 + 12 * tiff.readUInt16LE(directory); entry += 12) {
    const [type, count] = [tiff.readUInt16LE(entry + 2), tiff.readUInt32LE(entry + 4)];
    const offset = type === 2 && count > 4 ? tiff.readUInt32LE(entry + 8) : entry + 8;
    const text = type === 2 ? tiff.toString('utf8', offset, offset + count).replace(/\0$/, '') : '';
    texts.set(tiff.readUInt16LE(entry), text);
  }
  return texts;
}
