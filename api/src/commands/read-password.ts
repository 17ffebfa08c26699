import type { ReadStream } from 'node:tty';
import { CommandError } from './command-line.ts';

/** Standard input, a terminal or not. */
export type PasswordInput = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;

/**
 * Prompts twice without echo at a terminal; otherwise reads one line.
 *
 * @throws CommandError when the two differ, or the input is empty
 */
export async function readPassword(input: PasswordInput, print: (text: string) => void): Promise<string> {
  const lines = linesOf(input);
  if (!input.isTTY) return lines.next();
  input.setRawMode?.(true);
  try {
    print('New password (hidden): ');
    const password = await lines.next();
    print('\nRepeat it: ');
    const again = await lines.next();
    print('\n');
    if (again !== password) throw new CommandError('The passwords are not the same. Nothing has been changed.');
    return password;
  } finally {
    input.setRawMode?.(false);
  }
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const RUBOUTS = ['\u007f', '\b'];

/** Reads line by line. A terminal in raw mode does not handle control keys. */
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
          if (done) return lineAtEnd(line);
          rest = [...value];
        } else if (key === '\n' || key === '\r') {
          return line.join('');
        } else if (isTerminal && key === CTRL_C) {
          throw new CommandError('\nStopped. Nothing has been changed.');
        } else if (isTerminal && key === CTRL_D) {
          return lineAtEnd(line);
        } else if (isTerminal && RUBOUTS.includes(key)) {
          line.pop();
        } else {
          line.push(key);
        }
      }
    },
  };
}

function lineAtEnd(line: string[]): string {
  if (line.length === 0) throw new CommandError('No password was given. Nothing has been changed.');
  return line.join('');
}
