/** XYZ relative to D50, as in profiles, to linear sRGB (Lindbloom, "RGB/XYZ Matrices", Bradford-adapted). */
const TO_SRGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

/** Share of light outside of sRGB that makes a gamut wide: 0.225 in Display P3, 0.4 in Adobe RGB, below 0.01 in sRGB. */
const WIDE = 0.1;
const OF_P3 = 0.225;
const TOLERANCE = 0.01;

/** Tags with the primaries of a matrix profile. */
const PRIMARIES = ['rXYZ', 'gXYZ', 'bXYZ'];

/** Size of the header, and of an entry of the tag table (ICC.1:2022, 7.2 and 7.3). */
const HEADER = 128;
const ENTRY = 12;

/** Whether colours of the profile's primaries lie well outside of sRGB. */
export const isWideGamut = (profile: Buffer | undefined): boolean => shareOutsideOfSrgb(profile) > WIDE;

export const hasPrimariesOfP3 = (profile: Buffer | undefined): boolean =>
  Math.abs(shareOutsideOfSrgb(profile) - OF_P3) < TOLERANCE;

/** @param profile untrusted; 0 for an invalid one, and for one without primaries */
function shareOutsideOfSrgb(profile: Buffer | undefined): number {
  if (profile?.toString('latin1', 16, 20) !== 'RGB ') return 0;
  try {
    const light = PRIMARIES.flatMap((name) => {
      const [x, y, z] = readPrimary(profile, name);
      return TO_SRGB.map((row) => row[0] * x + row[1] * y + row[2] * z);
    });
    return Math.max(0, ...light.map((share) => -share));
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

/** @returns XYZ; black where the profile lacks it. @throws RangeError for an invalid offset */
function readPrimary(profile: Buffer, name: string): [number, number, number] {
  const count = Math.min(profile.readUInt32BE(HEADER), profile.length / ENTRY);
  for (let entry = HEADER + 4; entry < HEADER + 4 + count * ENTRY; entry += ENTRY) {
    if (profile.toString('latin1', entry, entry + 4) !== name) continue;
    // s15Fixed16Number: a signed number in 65536ths.
    const read = (offset: number) => profile.readInt32BE(profile.readUInt32BE(entry + 4) + offset) / 65_536;
    return [read(8), read(12), read(16)];
  }
  return [0, 0, 0];
}
