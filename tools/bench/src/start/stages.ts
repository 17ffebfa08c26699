import type { Heard } from '../site.ts';

/** A step of starting, in milliseconds since the start. */
export interface Stage {
  title: string;
  began: number;
  ended: number;
}

/** As tools/step.mjs prints it: `  Database .................. 0.4 s`, the time only when the step is done. */
const LINE = /^ {2}(\S.*?) \.{3,} +[\d.]+ s\s*$/;

/** The steps that a site printed, timed by when each line was begun and ended, which is finer than what it prints. */
export function stagesOf(heard: Heard[]): Stage[] {
  const stages: Stage[] = [];
  let line = '';
  let began = 0;
  for (const { at, text } of heard) {
    for (const piece of text.split(/(?<=\n)/)) {
      if (line === '') began = at;
      line += piece;
      if (!line.endsWith('\n')) continue;
      const title = LINE.exec(line)?.[1];
      if (title !== undefined) stages.push({ title, began, ended: at });
      line = '';
    }
  }
  return stages;
}
