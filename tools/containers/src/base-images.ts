import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Engine } from './engine.ts';

const STAND_INS = join(import.meta.dirname, '../images');
const REGISTRY_TIMEOUT_MS = 10_000;

/** Pulls the base images, or makes stand-ins where the registry cannot be reached. */
export async function provideBaseImages(engine: Engine, images: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const image of images) {
    await engine.docker(['image', 'inspect', image]).catch(() => missing.push(image));
  }
  const [first] = missing;
  if (first === undefined) return ['present'];
  const isReachable = await engine.docker(['manifest', 'inspect', first], { timeoutMs: REGISTRY_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
  if (isReachable) {
    await Promise.all(missing.map((image) => engine.docker(['pull', '--quiet', image])));
    return ['pulled'];
  }
  await engine.run(join(STAND_INS, 'stand-ins.sh'), missing);
  return [`stand-ins, since the registry does not respond: ${missing.join(', ')}`];
}

/** Base images of the Dockerfile and of the compose file that have a stand-in: all but those of profiles. */
export function baseImages(folder: string): string[] {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const images = [
    ...read('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm),
    ...read('docker-compose.yml').matchAll(/^ {4}image: (\S+:\S+)/gm),
  ].map(([, image]) => image!);
  return [...new Set(images)].filter((image) => existsSync(join(STAND_INS, `${nameOf(image)}.Dockerfile`)));
}

/** `nginx-unprivileged` of `nginxinc/nginx-unprivileged:1.28.3-alpine`. */
const nameOf = (image: string) => basename(image).split(':')[0];
