import { parseArgs } from 'node:util';
import { loadEnv, StorageEnv } from '@portfolio/config';
import { copyFromTrash, keyBeforeTrash, openStorage, TRASH, TRASH_DAYS, type Storage } from '@portfolio/storage';
import { CommandError } from './auth/command-error.ts';
import { inSize } from './backup/figures.ts';

const USAGE = `Originals that no row of the database speaks of stay in the trash for ${TRASH_DAYS} days.

  npm run admin -- trash              lists them
  npm run admin -- untrash KEY ...    brings these back
  npm run admin -- untrash --all      brings back all

An original comes back by itself where the database speaks of it. One that is brought back without a row goes to the
trash again after an hour, while a worker runs.
`;

const DAY = 24 * 60 * 60_000;

/**
 * Runs `trash` or `untrash`.
 *
 * @param args the command's name and what follows it
 * @param tell prints a line
 * @param open the storage, by default that of the environment
 * @throws CommandError for a key that is not in the trash, and with status 2 for what is not understood
 */
export async function runTrash(
  args: string[],
  tell: (line: string) => void,
  open: () => Promise<Storage> = () => openStorage(loadEnv(StorageEnv)),
): Promise<void> {
  const { command, keys, isAll } = readArgs(args);
  if (command === 'help') return tell(USAGE.trimEnd());
  const storage = await open();
  if (command === 'trash') return list(storage, tell);
  let count = 0;
  for await (const key of isAll ? trashedKeys(storage) : keys) {
    if (!(await copyFromTrash(storage, key))) throw new CommandError(`${key} is not in the trash.`);
    count += 1;
  }
  tell(`${originals(count)} brought back from the trash.`);
}

async function list(storage: Storage, tell: (line: string) => void): Promise<void> {
  let [count, total] = [0, 0];
  for await (const { key, bytes, modifiedAt } of storage.list(TRASH)) {
    const end = new Date(modifiedAt.getTime() + TRASH_DAYS * DAY).toISOString().slice(0, 10);
    tell(`${keyBeforeTrash(key)}  ${inSize(bytes)}  until ${end}`);
    count += 1;
    total += bytes;
  }
  tell(count === 0 ? 'The trash is empty.' : `${originals(count)}, ${inSize(total)}.`);
}

async function* trashedKeys(storage: Storage): AsyncIterable<string> {
  for await (const { key } of storage.list(TRASH)) yield keyBeforeTrash(key);
}

function readArgs(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { all: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    const [command, ...keys] = positionals;
    const isAll = values.all === true;
    if (values.help) return { command: 'help', keys, isAll };
    const isUnderstood = command === 'trash' ? keys.length === 0 && !isAll : isAll !== keys.length > 0;
    if (!isUnderstood) throw new Error('Name the originals to bring back, or say --all.');
    return { command, keys, isAll };
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, 2);
  }
}

const originals = (count: number) => `${count} ${count === 1 ? 'original' : 'originals'}`;
