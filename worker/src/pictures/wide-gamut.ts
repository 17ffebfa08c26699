/** XYZ relative to D50, as in profiles, to linear sRGB (Lindbloom, "RGB/XYZ Matrices", Bradford-adapted). */
const TO_SRGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

/** Share of light outside of sRGB that makes a gamut wide: 0.22 in Display P3, 0.4 in Adobe RGB, below 0.01 in sRGB. */
const WIDE = 0.1;

/** Tags with the primaries of a matrix profile. */
const PRIMARIES = ['rXYZ', 'gXYZ', 'bXYZ'];

/** Size of the header, and of an entry of the tag table (ICC.1:2022, 7.2 and 7.3). */
const HEADER = 128;
const ENTRY = 12;

/**
 * Whether colours of the profile's primaries lie well outside of sRGB.
 *
 * @param profile untrusted; false for an invalid one, and for one without primaries
 */
export function isWideGamut(profile: Buffer | undefined): boolean {
  if (profile?.toString('latin1', 16, 20) !== 'RGB ') return false;
  try {
    return PRIMARIES.some((name) => {
      const xyz = readPrimary(profile, name);
      const light = xyz && TO_SRGB.map((row) => row[0] * xyz[0]! + row[1] * xyz[1]! + row[2] * xyz[2]!);
      return light?.some((share) => share < -WIDE);
    });
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** @throws RangeError for an invalid offset */
function readPrimary(profile: Buffer, name: string): number[] | undefined {
  const count = Math.min(profile.readUInt32BE(HEADER), profile.length / ENTRY);
  for (let entry = HEADER + 4; entry < HEADER + 4 + count * ENTRY; entry += ENTRY) {
    if (profile.toString('latin1', entry, entry + 4) !== name) continue;
    const tag = profile.readUInt32BE(entry + 4);
    // s15Fixed16Number: a signed number in 65536ths.
    return [8, 12, 16].map((offset) => profile.readInt32BE(tag + offset) / 65_536);
  }
  return undefined;
}
