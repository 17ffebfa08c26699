import { ask } from './answer.ts';
import { startStaticServer, type ServedFile } from './bare-child.ts';
import { sideBySide, type Pace } from './load.ts';
import { meanBytes, type PictureSet } from './media.ts';
import type { Site } from '../site.ts';
import type { Row } from './tables.ts';

/**
 * Pictures, by the way that visitors of `npm start` take and at the api itself, beside a bare Node server that streams the
 * same files with the same headers. Each of ours is judged by the publication rule; the bare server asks nobody.
 */
export async function benchMedia(site: Site, sets: PictureSet[], pace: Pace): Promise<Row[]> {
  const files: Record<string, ServedFile> = {};
  for (const { path, file } of sets.flatMap(({ pictures }) => pictures)) {
    const { headers } = await ask(site.apiOrigin + path);
    files[path] ??= { path: file, headers };
  }
  const bare = await startStaticServer(files);
  try {
    const pids = await site.pids();
    const rows: Row[] = [];
    for (const { name, pictures } of sets) {
      const contenders = [
        { name: 'site', origin: site.origin, pids },
        { name: 'api', origin: site.apiOrigin, pids },
        bare,
      ];
      const paths = pictures.map(({ path }) => path);
      rows.push({ kind: 'media', name, bytes: meanBytes(pictures), of: await sideBySide(contenders, paths, pace) });
    }
    return rows;
  } finally {
    bare.stop();
  }
}
