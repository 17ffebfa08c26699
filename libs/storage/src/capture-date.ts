/** Tags of https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E, 4.6.3 and 4.6.5. */
const EXIF_IFD = 0x8769;
const TAKEN = { time: 0x9003, fraction: 0x9291 };
const DIGITIZED = { time: 0x9004, fraction: 0x9292 };

/**
 * Reads the capture date from EXIF, by the camera's clock: ISO 8601 to the millisecond, without a time zone. Undefined where
 * it is missing or broken.
 *
 * @param exif as sharp gives it, with or without the six bytes before the TIFF header
 */
export function captureDate(exif: Buffer | undefined): string | undefined {
  if (!exif) return undefined;
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  try {
    const read = tiff.toString('latin1', 0, 2) === 'II' ? LITTLE : BIG;
    const pointer = entry(tiff, read, read.long(tiff, 4), EXIF_IFD);
    if (pointer === undefined) return undefined;
    const folder = read.long(tiff, pointer + 8);
    for (const { time, fraction } of [TAKEN, DIGITIZED]) {
      const date = asDate(textAt(tiff, read, folder, time), textAt(tiff, read, folder, fraction));
      if (date) return date;
    }
  } catch (error) {
    // An offset outside of the block.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

const LITTLE = {
  short: (tiff: Buffer, at: number) => tiff.readUInt16LE(at),
  long: (tiff: Buffer, at: number) => tiff.readUInt32LE(at),
};
const BIG = {
  short: (tiff: Buffer, at: number) => tiff.readUInt16BE(at),
  long: (tiff: Buffer, at: number) => tiff.readUInt32BE(at),
};

/** @returns offset of the entry of twelve bytes */
function entry(tiff: Buffer, read: typeof BIG, folder: number, tag: number): number | undefined {
  const count = read.short(tiff, folder);
  for (let at = folder + 2; at < folder + 2 + count * 12; at += 12) if (read.short(tiff, at) === tag) return at;
  return undefined;
}

function textAt(tiff: Buffer, read: typeof BIG, folder: number, tag: number): string {
  const at = entry(tiff, read, folder, tag);
  if (at === undefined) return '';
  const length = read.long(tiff, at + 4);
  // Up to four bytes are in the entry itself.
  const from = length > 4 ? read.long(tiff, at + 8) : at + 8;
  return tiff.toString('latin1', from, from + Math.min(length, 32)).replace(/\0.*$/s, '');
}

/** @param time for example `2026:03:01 17:20:11`; cameras without a clock write blanks or zeros */
function asDate(time: string, fraction: string): string | undefined {
  const found = /^(\d{4}):(\d\d):(\d\d)[ T](\d\d:\d\d:\d\d)/.exec(time);
  if (!found) return undefined;
  const [, year, month, day, clock] = found;
  const digits = /^\d{1,3}/.exec(fraction)?.[0] ?? '';
  const iso = `${year}-${month}-${day}T${clock}.${digits.padEnd(3, '0')}`;
  const date = new Date(`${iso}Z`);
  // A day that does not exist formats differently.
  return Number(year) > 0 && !Number.isNaN(date.getTime()) && date.toISOString() === `${iso}Z` ? iso : undefined;
}
