import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, type Answer } from './answer.ts';
import { startBareServer } from './bare-child.ts';
import { load, sideBySide, type Pace } from './load.ts';
import { findProgram, startNginx } from './nginx.ts';
import type { Page } from './pages.ts';
import type { Site } from '../site.ts';
import type { Row } from './tables.ts';

/** Pages as they come out of the site's cache, beside nginx and a bare Node server that send the same bytes with the same headers. */
export async function benchKept(site: Site, pages: Page[], folder: string, pace: Pace): Promise<Row[]> {
  const answers: Record<string, Answer> = {};
  for (const { path } of pages) answers[path] = await settledAnswer(site.origin, path);
  const bare = await startBareServer(answers);
  const nginx = findProgram('nginx') ? await startNginx(join(folder, 'nginx-pages'), answers) : undefined;
  if (!nginx) console.log('nginx is not installed here, so nothing is compared with it');
  try {
    const pids = await site.pids();
    const rows: Row[] = [];
    for (const { name, path } of pages) {
      const contenders = [{ name: 'site', origin: site.origin, pids }, ...(nginx ? [nginx] : []), bare];
      const bytes = Buffer.from(answers[path]?.body ?? '', 'base64').length;
      rows.push({ kind: 'kept', name, bytes, of: await sideBySide(contenders, [path], pace) });
    }
    return rows;
  } finally {
    bare.stop();
    nginx?.stop();
  }
}

/** What is sent when a page has been asked for a while: the server compresses once more what has proved to last. */
async function settledAnswer(origin: string, path: string): Promise<Answer> {
  await load({ name: 'site', origin, pids: [] }, [path], 1);
  let answer = await ask(origin + path);
  for (let look = 0; look < 10; look += 1) {
    await wait(1_500);
    const before = answer;
    answer = await ask(origin + path);
    if (answer.body === before.body) break;
  }
  return answer;
}
