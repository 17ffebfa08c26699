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
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => view.getUint16(at, isLittleEndian);
  const long = (at: number) => view.getUint32(at, isLittleEndian);

  /** @returns offset of the entry of twelve bytes */
  const entry = (folder: number, tag: number) => {
    const end = folder + 2 + short(folder) * 12;
    for (let at = folder + 2; at < end; at += 12) if (short(at) === tag) return at;
    return undefined;
  };
  const textAt = (folder: number, tag: number) => {
    const at = entry(folder, tag);
    if (at === undefined) return '';
    const length = long(at + 4);
    // Up to four bytes are in the entry itself.
    const from = length > 4 ? long(at + 8) : at + 8;
    return tiff.toString('latin1', from, from + Math.min(length, 32)).replace(/\0.*$/s, '');
  };

  try {
    const pointer = entry(long(4), EXIF_IFD);
    if (pointer === undefined) return undefined;
    const folder = long(pointer + 8);
    for (const { time, fraction } of [TAKEN, DIGITIZED]) {
      const date = asDate(textAt(folder, time), textAt(folder, fraction));
      if (date) return date;
    }
  } catch (error) {
    // An offset outside of the block.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
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
