import { mkdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { pieces } from './catalogue.ts';
import type { Piece } from './piece.ts';
import type { PaintTask } from './paint-worker.ts';

/** Hears of each piece once its file is whole. `painted` is false when the file was there already. */
export type OnPiece = (piece: Piece, file: string, painted: boolean) => void;

/** The file name of a piece: its title in lower case, with hyphens. */
export function fileNameOf(piece: Piece): string {
  const words = piece.title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${words.join('-')}.jpg`;
}

/**
 * Paints every piece of the catalogue into a folder as JPEG, on as many threads as the machine has cores, and gives
 * the path of each piece. A file that is already there is kept.
 */
export async function paintAll(outDir: string, onPiece: OnPiece = () => undefined): Promise<Map<Piece, string>> {
  await mkdir(outDir, { recursive: true });
  const files = new Map(pieces.map((piece) => [piece, join(outDir, fileNameOf(piece))]));
  const missing: PaintTask[] = [];
  for (const [piece, file] of files) {
    if (await hasContent(file)) onPiece(piece, file, false);
    else missing.push({ piece, file });
  }
  const threads = Math.min(availableParallelism(), missing.length);
  await Promise.all(Array.from({ length: threads }, () => runThread(missing, onPiece)));
  return files;
}

/** Keeps one thread busy until no task is left. Throws what the thread threw. */
function runThread(tasks: PaintTask[], onPiece: OnPiece): Promise<void> {
  return new Promise((resolve, reject) => {
    // The code runs as TypeScript in development and as compiled JavaScript after a build.
    const worker = new Worker(new URL(`./paint-worker${extname(import.meta.url)}`, import.meta.url));
    let current: PaintTask | undefined;
    const next = (): void => {
      current = tasks.shift();
      if (current) worker.postMessage(current);
      else void worker.terminate().then(() => resolve(), reject);
    };
    worker.on('message', (file: string) => {
      if (current) onPiece(current.piece, file, true);
      next();
    });
    worker.on('error', reject);
    next();
  });
}

async function hasContent(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && found.size > 0;
}

const [, script, outDir] = argv;
if (script && import.meta.url === pathToFileURL(script).href) {
  if (!outDir) throw new Error('Usage: paint-all OUT_DIR');
  await paintAll(outDir, (piece, file, painted) => {
    console.log(`${painted ? 'painted' : 'kept   '}  ${piece.title}  ${file}`);
  });
}
