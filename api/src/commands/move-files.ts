import { messageOf } from '@portfolio/lifecycle';
import { loadEnv, MoveFilesEnv } from '@portfolio/config';
import { type CopiedFiles, copyFiles, openStorage, type Storage } from '@portfolio/storage';
import { CommandError, pluralize, parseCommandLine } from './command-line.ts';
import { commandPrefix } from './env.ts';

const COMMAND = commandPrefix('admin');

const USAGE = `Copies all pictures and the trash of the site from its folder to a bucket of S3, or back, and compares each of them.

  ${COMMAND} move-files --to s3
  ${COMMAND} move-files --to disk

The folder is STORAGE_DIR (under npm that of DATA_DIR), the bucket S3_BUCKET with S3_ENDPOINT, S3_REGION,
S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_PREFIX. Nothing is deleted. Equal files are not copied again, different ones
are replaced: after an interruption run the command again, and once more for files added meanwhile.
`;

const PROGRESS_INTERVAL_MS = 5_000;

const NAMES = { s3: 'the bucket', disk: 'the folder' } as const;

/**
 * Runs `move-files` between the environment's folder and its bucket.
 *
 * @param args without the command's name
 * @param print prints one line
 * @throws CommandError when the two differ afterwards, and with status 2 for invalid arguments
 */
export async function moveFiles(args: string[], print: (line: string) => void): Promise<void> {
  const { values, positionals } = parseCommandLine(args, { to: { type: 'string' } });
  if (values.help) return print(USAGE.trimEnd());
  const { to } = values;
  if ((to !== 's3' && to !== 'disk') || positionals.length > 0) {
    throw new CommandError(`Use --to s3 or --to disk.\n\n${USAGE}`, 2);
  }
  const from = to === 's3' ? 'disk' : 's3';
  const { STORAGE_DIR, S3_BUCKET, ...settings } = loadEnv(MoveFilesEnv);
  const storages = { disk: await openStorage({ STORAGE_DIR }), s3: await openStorage({ S3_BUCKET, ...settings }) };
  const result = await copy(storages[from], storages[to], print);
  const { faults } = result;
  if (faults.length > 0) {
    const lines = faults.map(({ key, reason }) => `  ${key}: ${reason}`);
    throw new CommandError(`${pluralize(faults.length, 'file')} could not be copied:\n${lines.join('\n')}`);
  }
  if (result.files + result.gone === 0) {
    throw new CommandError(`There is no file in ${NAMES[from]}. Check that it is the right one. Nothing was copied.`);
  }
  print(
    `${pluralize(result.files, 'file')}, ${result.bytes} bytes, are the same in ${NAMES[from]} and in ${NAMES[to]}.`,
  );
  print(`${pluralize(result.copied, 'file')} of them, ${result.copiedBytes} bytes, were copied now.`);
  if (result.gone > 0) print(`Deleted meanwhile from ${NAMES[from]}: ${pluralize(result.gone, 'file')}.`);
  if (result.extra > 0) print(`Only in ${NAMES[to]}, where they stay: ${pluralize(result.extra, 'file')}.`);
}

async function copy(source: Storage, target: Storage, print: (line: string) => void): Promise<CopiedFiles> {
  let printedAt = Date.now();
  try {
    return await copyFiles(source, target, ({ files, bytes, copied }) => {
      if (Date.now() - printedAt < PROGRESS_INTERVAL_MS) return;
      printedAt = Date.now();
      print(`${pluralize(files, 'file')} checked, ${bytes} bytes; ${copied} copied`);
    });
  } catch (error) {
    throw new CommandError(`The files cannot be copied: ${messageOf(error)}`);
  }
}
