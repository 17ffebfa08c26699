import { join } from 'node:path';
import { ask, ASKED_WITH, type Answer } from './answer.ts';
import { sideBySide, type Pace } from './load.ts';
import { meanBytes, type PictureSet } from './media.ts';
import { findProgram, startGateway, startNginx } from './nginx.ts';
import type { Page } from './pages.ts';
import type { Site } from '../site.ts';
import type { Row } from './tables.ts';

/** A page and a picture through the gateway, beside nginx alone with the same bytes and headers on its disk. */
export async function benchGateway(
  site: Site,
  { pages, sets }: { pages: Page[]; sets: PictureSet[] },
  folder: string,
  pace: Pace,
): Promise<Row[]> {
  if (!findProgram('nginx')) {
    console.log('nginx is not installed here, so nothing is measured through the gateway');
    return [];
  }
  const ports = { api: [portOf(site.apiOrigin)], 'public-web': [portOf(site.origin)], 'admin-web': [1] };
  const gateway = await startGateway(join(folder, 'gateway'), ports);
  const wanted = [
    ...pages.slice(0, 1).map(({ name, path }) => ({ name, paths: [path] })),
    ...sets.map(({ name, pictures }) => ({ name, paths: pictures.map(({ path }) => path) })),
  ];
  try {
    const answers: Record<string, Answer> = {};
    for (const path of wanted.flatMap(({ paths }) => paths)) {
      answers[path] = await ask(gateway.origin + path, { ...ASKED_WITH, ...gateway.headers });
    }
    const nginx = await startNginx(join(folder, 'nginx-alone'), answers);
    try {
      const own = { ...gateway, pids: [...gateway.pids, ...(await site.pids())] };
      const rows: Row[] = [];
      for (const { name, paths } of wanted) {
        const set = sets.find((set) => set.name === name);
        const bytes = set ? meanBytes(set.pictures) : Buffer.from(answers[paths[0] ?? '']?.body ?? '', 'base64').length;
        rows.push({ kind: 'gateway', name, bytes, of: await sideBySide([own, nginx], paths, pace) });
      }
      return rows;
    } finally {
      nginx.stop();
    }
  } finally {
    gateway.stop();
  }
}

const portOf = (origin: string) => Number(new URL(origin).port);
