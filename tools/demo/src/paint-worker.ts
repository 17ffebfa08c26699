import { rename, writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { Piece } from './piece.ts';
import { paintPiece } from './paint.ts';

/** What a thread is asked to do: which piece, and the path it goes to. */
export interface PaintTask {
  piece: Piece;
  file: string;
}

/** Answers each task with the path it has written; a fault ends the thread, and the one who started it hears of it. */
parentPort?.on('message', (task: PaintTask) => {
  void paintToFile(task).then((file) => parentPort?.postMessage(file));
});

/** Writes under another name first, so that a picture cut short is never taken for a whole one. */
async function paintToFile({ piece, file }: PaintTask): Promise<string> {
  const unfinished = `${file}.unfinished`;
  await writeFile(unfinished, await paintPiece(piece));
  await rename(unfinished, file);
  return file;
}
