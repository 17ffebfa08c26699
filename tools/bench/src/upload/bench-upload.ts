import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { paintPhotograph, readPhotographs, type Photograph } from '../photographs.ts';
import { peakOf } from '../processes.ts';
import { Site } from '../site.ts';
import { Artist } from './artist.ts';
import { print, summed } from './print.ts';
import { startBareReceiver } from './receivers.ts';
import { uploadAll, type Contenders, type Round } from './rounds.ts';

export interface UploadBench {
  rounds?: number;
  seed?: number;
  /** A folder of photographs of which the first is taken, instead of a painted one. */
  photos?: string | undefined;
}

/** Odd, so that the median is one of them. */
const ROUNDS = 5;
/** Photos at once: two for each of the three connections. */
const PHOTOS = 6;
const PAINTED = '12 megapixel JPEG';

/**
 * Uploads photos of 12 megapixels to the site as the back office does, beside a bare server that only keeps them; and tells when the
 * artist sees something of them, and when they are ready.
 */
export async function benchUpload({ rounds = ROUNDS, seed = 1, photos }: UploadBench = {}): Promise<object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  // Where PostgreSQL has to run as a lesser user than root, that user has to reach its folder.
  await chmod(folder, 0o755);
  const received = join(folder, 'received');
  await mkdir(received);
  try {
    const photograph = photos ? (await readPhotographs(photos))[0] : await paintPhotograph(PAINTED, seed);
    if (!photograph) throw new Error(`There are no photographs in ${photos}`);
    console.log('Starting the demo site …');
    const site = await Site.start(join(folder, 'data'));
    const bare = await startBareReceiver(received);
    const artist = await Artist.signIn(site.origin);
    try {
      return await measured({ site, artist, bare }, photograph, rounds);
    } finally {
      artist.leave();
      bare.stop();
      await site.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measured(contenders: Contenders, { name, file }: Photograph, rounds: number): Promise<object[]> {
  const taken: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    console.log(round === 0 ? 'A round that does not count …' : `Round ${round} of ${rounds}`);
    const one = await uploadAll(contenders, file, PHOTOS);
    if (round > 0) taken.push(one);
  }
  const peaks: Record<string, number> = { 'bare Node': (await contenders.bare.used()).peak };
  for (const { part, pid } of await contenders.site.processes()) {
    const peak = peakOf(pid);
    if (part !== 'postgres' && peak !== undefined) peaks[part] = peak;
  }
  const figures = summed(taken);
  const what = { picture: name, megabytes: Number((file.length / 1e6).toFixed(1)), photos: PHOTOS };
  print(what, figures, peaks);
  const load = loadavg()[0] ?? NaN;
  return [{ bench: 'upload', ...what, node: process.version, cores: availableParallelism(), load, ...figures, peaks }];
}
