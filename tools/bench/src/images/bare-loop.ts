// Bare loop of sharp calls that makes the same renditions.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

export interface RenderJob {
  originals: string[];
  /** For the renditions. */
  folder: string;
  concurrency: number;
}

export interface BareRender {
  durationMs: number;
  cpuMs: number;
  /** Total size of the renditions. */
  bytes: number;
  /** Peak memory in MB. */
  peak: number;
}

sharp.concurrency(1);
sharp.cache(false);

const LONG_EDGES = [2400, 1600, 1080, 640, 320];
const SHARE_SIZE = { width: 1200, height: 630 };
/** Encoders of worker/src/pictures/recipe.ts; the bench compares the bytes. */
const ENCODERS: Record<string, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 65, effort: 0 }),
  webp: (image) => image.webp({ quality: 84, effort: 2 }),
  jpeg: (image) => image.flatten({ background: '#fff' }).jpeg({ quality: 78, progressive: true, quantisationTable: 3 }),
};

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

const INPUT_OPTIONS = { failOn: 'warning', sequentialRead: true, autoOrient: true } as const;
const open = ({ data, info }: Pixels) => sharp(data, { raw: info });
const pixelsOf = (image: Sharp): Promise<Pixels> => image.raw().toBuffer({ resolveWithObject: true });

async function write(image: Sharp, format: string, folder: string, width: number): Promise<number> {
  const data = await ENCODERS[format]!(image).toBuffer();
  await writeFile(join(folder, `${width}.${format}`), data);
  return data.length;
}

/** One decode, and each size from the one before. */
async function makeRenditions(original: Buffer, folder: string): Promise<number> {
  const { width, height } = (await sharp(original).metadata()).autoOrient;
  const scale = (edge: number) => sizeOf(width, height, edge);
  const edges = LONG_EDGES.filter((edge, index) => index === 0 || edge < Math.max(width, height));
  // The smallest level that is large enough.
  const shareEdge = edges.findLast((edge) => shareRegion(scale(edge)).width >= SHARE_SIZE.width) ?? edges[0];
  let pixels = await pixelsOf(
    sharp(original, INPUT_OPTIONS)
      .resize({ ...scale(2400), fit: 'fill' })
      .toColourspace('srgb'),
  );
  let bytes = 0;
  for (const edge of edges) {
    if (edge !== 2400) pixels = await pixelsOf(open(pixels).resize({ ...scale(edge), fit: 'fill' }));
    for (const format of Object.keys(ENCODERS)) bytes += await write(open(pixels), format, folder, pixels.info.width);
    if (edge === shareEdge) {
      const region = shareRegion(pixels.info);
      const size = region.width > SHARE_SIZE.width ? SHARE_SIZE : region;
      const share = await pixelsOf(open(pixels).extract(region).resize(size.width, size.height, { fit: 'fill' }));
      bytes += await write(open(share), 'jpeg', folder, share.info.width);
    }
  }
  return bytes;
}

interface Size {
  width: number;
  height: number;
}

/** The largest region in the shape of share cards, in the middle. */
function shareRegion({ width, height }: Size) {
  const ratio = SHARE_SIZE.width / SHARE_SIZE.height;
  const region = {
    width: Math.min(width, Math.round(height * ratio)),
    height: Math.min(height, Math.round(width / ratio)),
  };
  return { left: Math.round((width - region.width) / 2), top: Math.round((height - region.height) / 2), ...region };
}

function sizeOf(width: number, height: number, edge: number) {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

async function render({ originals, folder, concurrency }: RenderJob): Promise<BareRender> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const waiting = [...originals.entries()];
  let bytes = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, path] = next;
      const target = join(folder, String(index));
      await mkdir(target, { recursive: true });
      const written = await makeRenditions(await readFile(path), target);
      bytes += written;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const { user, system } = process.cpuUsage(before);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  return { durationMs: performance.now() - start, cpuMs: (user + system) / 1000, bytes, peak };
}

process.once('message', () => {
  process.on('message', (job: RenderJob) => void render(job).then((result) => process.send?.(result)));
  process.send?.({ type: 'ready' });
});
process.on('disconnect', () => process.exit());
