import type { ReadStream } from 'node:tty';
import { CommandError } from './command-error.ts';

/** A stream of what is typed or piped in: standard input. */
export type PasswordInput = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;

/**
 * Asks twice, showing nothing of what is typed, where a person sits at a terminal; else reads one line.
 *
 * @param say prints to the person
 * @throws CommandError when the two differ, or nothing comes
 */
export async function askPassword(input: PasswordInput, say: (text: string) => void): Promise<string> {
  const lines = linesOf(input);
  if (!input.isTTY) return lines.next();
  input.setRawMode?.(true);
  try {
    say('New password (nothing is shown): ');
    const password = await lines.next();
    say('\nOnce more: ');
    const again = await lines.next();
    say('\n');
    if (again !== password) throw new CommandError('The two are not the same. Nothing has been changed.');
    return password;
  } finally {
    input.setRawMode?.(false);
  }
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const RUBOUTS = ['\u007f', '\b'];

/** Reads line by line. A terminal in raw mode leaves to us what keys mean. */
function linesOf(input: PasswordInput) {
  const typed = input.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>;
  const isTerminal = input.isTTY === true;
  let rest: string[] = [];
  return {
    async next(): Promise<string> {
      const line: string[] = [];
      for (;;) {
        const key = rest.shift();
        if (key === undefined) {
          const { value, done } = await typed.next();
          if (done) return ended(line);
          rest = [...value];
        } else if (key === '\n' || key === '\r') {
          return line.join('');
        } else if (isTerminal && key === CTRL_C) {
          throw new CommandError('\nStopped. Nothing has been changed.');
        } else if (isTerminal && key === CTRL_D) {
          return ended(line);
        } else if (isTerminal && RUBOUTS.includes(key)) {
          line.pop();
        } else {
          line.push(key);
        }
      }
    },
  };
}

function ended(line: string[]): string {
  if (line.length === 0) throw new CommandError('No password was given. Nothing has been changed.');
  return line.join('');
}
