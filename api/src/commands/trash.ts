import { loadEnv, StorageEnv } from '@portfolio/config';
import {
  assertKey,
  copyFromTrash,
  keyBeforeTrash,
  openStorage,
  ORPHAN_TRASH_DAYS,
  type Storage,
  TRASH,
} from '@portfolio/storage';
import { CommandError, pluralize, formatSize, parseCommandLine } from './command-line.ts';
import { commandPrefix } from './env.ts';

const COMMAND = commandPrefix('admin');

const USAGE = `Originals without a row in the database stay in the trash for ${ORPHAN_TRASH_DAYS} days.

  ${COMMAND} trash              lists them
  ${COMMAND} untrash KEY ...    restores these
  ${COMMAND} untrash --all      restores all

Housekeeping restores an original that has a row again. It moves a restored original without a row to the trash again
after an hour, while a worker runs.
`;

const DAY = 24 * 60 * 60_000;

/**
 * Runs `trash` or `untrash`.
 *
 * @param args with the command's name
 * @param print prints one line
 * @param open opens the storage, by default that of the environment
 * @throws CommandError for a key that is not in the trash, and with status 2 for invalid arguments
 */
export async function runTrash(
  args: string[],
  print: (line: string) => void,
  open: () => Promise<Storage> = () => openStorage(loadEnv(StorageEnv)),
): Promise<void> {
  const { values, positionals } = parseCommandLine(args, { all: { type: 'boolean' } });
  if (values.help) return print(USAGE.trimEnd());
  const [command, ...keys] = positionals;
  const isAll = values.all === true;
  const hasKeys = keys.length > 0;
  if (command === 'trash' && (hasKeys || isAll)) throw new CommandError(`trash takes no arguments.\n\n${USAGE}`, 2);
  if (command !== 'trash' && hasKeys === isAll) throw new CommandError(`Give either keys or --all.\n\n${USAGE}`, 2);
  const storage = await open();
  if (command === 'trash') return list(storage, print);
  // Otherwise the error would name the key in the trash.
  keys.forEach(assertKey);
  let count = 0;
  const missing: string[] = [];
  for await (const key of isAll ? trashedKeys(storage) : keys) {
    if (await copyFromTrash(storage, key)) count += 1;
    else missing.push(key);
  }
  print(`${pluralize(count, 'original')} restored from the trash.`);
  // Housekeeping may remove originals after the listing of all.
  if (!isAll && missing.length > 0) throw new CommandError(`Not in the trash: ${missing.join(', ')}`);
}

async function list(storage: Storage, print: (line: string) => void): Promise<void> {
  let [count, total] = [0, 0];
  for await (const { key, bytes, modifiedAt } of storage.list(TRASH)) {
    const end = new Date(modifiedAt.getTime() + ORPHAN_TRASH_DAYS * DAY).toISOString().slice(0, 10);
    print(`${keyBeforeTrash(key)}  ${formatSize(bytes)}  until ${end}`);
    count += 1;
    total += bytes;
  }
  print(count === 0 ? 'The trash is empty.' : `${pluralize(count, 'original')}, ${formatSize(total)}.`);
}

async function* trashedKeys(storage: Storage): AsyncIterable<string> {
  for await (const { key } of storage.list(TRASH)) yield keyBeforeTrash(key);
}
