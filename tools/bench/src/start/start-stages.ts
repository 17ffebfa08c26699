import type { OutputChunk } from '../site.ts';

/** Stage of a start, in milliseconds since the start. */
export interface Stage {
  title: string;
  start: number;
  end: number;
}

/** Line of tools/step.mjs: `  Database .................. 0.4 s`. The time is printed at the end of the stage. */
const LINE = /^ {2}(\S.*?) \.{3,} +[\d.]+ s\s*$/;

/** Stages in the output of a site, timed by start and end of their lines. */
export function parseStages(chunks: OutputChunk[]): Stage[] {
  const stages: Stage[] = [];
  let line = '';
  let start = 0;
  for (const { at, text } of chunks) {
    for (const piece of text.split(/(?<=\n)/)) {
      if (line === '') start = at;
      line += piece;
      if (!line.endsWith('\n')) continue;
      const title = LINE.exec(line)?.[1];
      if (title !== undefined) stages.push({ title, start, end: at });
      line = '';
    }
  }
  return stages;
}
