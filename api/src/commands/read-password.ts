import { createInterface } from 'node:readline';
import type { ReadStream } from 'node:tty';
import { Writable } from 'node:stream';
import { CommandError } from './command-line.ts';

/** Standard input, a terminal or not. */
export type PasswordInput = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;

/**
 * Prompts twice without echo at a terminal; otherwise reads one line.
 *
 * @throws CommandError when the two differ, or the input is empty
 */
export async function readPassword(input: PasswordInput, print: (text: string) => void): Promise<string> {
  const terminal = input.isTTY === true;
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Without history: an arrow key would repeat the first password.
  const reader = createInterface({ input, output, terminal, historySize: 0 });
  const lines = reader[Symbol.asyncIterator]();
  const stopped = new Promise<never>((_, reject) => {
    reader.once('SIGINT', () => reject(new CommandError('\nStopped. Nothing has been changed.')));
  });
  const readLine = async (prompt: string) => {
    if (terminal) print(prompt);
    const { value, done } = await Promise.race([lines.next(), stopped]);
    if (done) throw new CommandError('No password was given. Nothing has been changed.');
    return value;
  };
  try {
    const password = await readLine('New password (hidden): ');
    if (!terminal) return password;
    const again = await readLine('\nRepeat it: ');
    print('\n');
    if (again !== password) throw new CommandError('The passwords are not the same. Nothing has been changed.');
    return password;
  } finally {
    reader.close();
  }
}
