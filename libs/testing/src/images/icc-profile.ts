import { COLOUR_SPACES, profilePrimaries, type ColourSpace, type ColourSpaceName } from './colour-space.ts';

const D50 = [0.9642, 1, 0.8249];

/**
 * ICC profile of version 2.4 (ICC.1:2001-04) for a colour space with known arithmetic.
 */
export function iccProfile(space: ColourSpaceName): Buffer {
  const { name, linear }: ColourSpace = COLOUR_SPACES[space];
  const [red, green, blue] = profilePrimaries(COLOUR_SPACES[space]);
  const curve = curveTag(linear);
  return profile('RGB ', [
    ['desc', descriptionTag(name)],
    ['cprt', textTag('No copyright')],
    ['wtpt', xyzTag(D50)],
    ['rXYZ', xyzTag(red!)],
    ['gXYZ', xyzTag(green!)],
    ['bXYZ', xyzTag(blue!)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

/** Greyscale profile with a simple gamma. */
export function greyProfile(gamma: number): Buffer {
  return profile('GRAY', [
    ['desc', descriptionTag(`Grey, gamma ${gamma}`)],
    ['cprt', textTag('No copyright')],
    ['wtpt', xyzTag(D50)],
    ['kTRC', curveTag((sample) => sample ** gamma)],
  ]);
}

function profile(space: 'RGB ' | 'GRAY', tags: [signature: string, content: Buffer][]): Buffer {
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  let offset = 128 + table.length;
  const contents = tags.map(([signature, content], i) => {
    table.write(signature, 4 + i * 12, 'latin1');
    table.writeUInt32BE(offset, 8 + i * 12);
    table.writeUInt32BE(content.length, 12 + i * 12);
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
    offset += padded.length;
    return padded;
  });
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x02400000, 8);
  header.write(`mntr${space}XYZ `, 12, 'latin1');
  [2026, 1, 1, 0, 0, 0].forEach((part, i) => header.writeUInt16BE(part, 24 + i * 2));
  header.write('acsp', 36, 'latin1');
  writeXyz(header, D50, 68);
  return Buffer.concat([header, table, ...contents]);
}

/** s15Fixed16Number: a signed number in 65536ths. */
const writeXyz = (to: Buffer, xyz: readonly number[], offset: number) =>
  xyz.forEach((value, i) => to.writeInt32BE(Math.round(value * 65536), offset + i * 4));

function xyzTag(xyz: readonly number[]): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 0, 'latin1');
  writeXyz(tag, xyz, 8);
  return tag;
}

/** Tone curve with enough entries for 8 bits. */
function curveTag(linear: (sample: number) => number): Buffer {
  const entries = 4096;
  const tag = Buffer.alloc(12 + entries * 2);
  tag.write('curv', 0, 'latin1');
  tag.writeUInt32BE(entries, 8);
  for (let i = 0; i < entries; i += 1) tag.writeUInt16BE(Math.round(linear(i / (entries - 1)) * 65535), 12 + i * 2);
  return tag;
}

const textTag = (text: string) => Buffer.from(`text\0\0\0\0${text}\0`, 'latin1');

function descriptionTag(text: string): Buffer {
  const ascii = Buffer.from(`${text}\0`, 'latin1');
  const tag = Buffer.alloc(12 + ascii.length + 78);
  tag.write('desc', 0, 'latin1');
  tag.writeUInt32BE(ascii.length, 8);
  ascii.copy(tag, 12);
  return tag;
}
