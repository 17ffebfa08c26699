import { parseArgs } from 'node:util';
import { loadEnv, MoveFilesEnv } from '@portfolio/config';
import { type CopiedFiles, copyFiles, openStorage, type Storage } from '@portfolio/storage';
import { CommandError } from './auth/command-error.ts';

const USAGE = `Copies all files of the site from its folder to a bucket of S3, or back, and checks each of them.

  npm run admin -- move-files --to s3
  npm run admin -- move-files --to disk

The folder is STORAGE_DIR (under npm that of DATA_DIR), the bucket S3_BUCKET with S3_ENDPOINT, S3_REGION,
S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_PREFIX. Nothing is removed. What is there already is compared and not
sent again, so a run that was cut off is simply started again, and another run fetches what came meanwhile.
`;

/** Milliseconds between two lines that say how far it is. */
const TELL_EVERY = 5_000;

const PLACES = { s3: 'the bucket', disk: 'the folder' } as const;
type Place = keyof typeof PLACES;

/**
 * Carries out `move-files`, with the environment's folder at one end and its bucket at the other.
 *
 * @param args what follows the name of the command
 * @param tell prints a line
 * @throws CommandError where anything at the two ends differs afterwards, and for what is not understood
 */
export async function moveFiles(args: string[], tell: (line: string) => void): Promise<void> {
  const to = readTarget(args);
  if (to === 'help') return tell(USAGE.trimEnd());
  const { STORAGE_DIR, S3_BUCKET, ...settings } = loadEnv(MoveFilesEnv);
  const ends = { disk: await openStorage({ STORAGE_DIR }), s3: await openStorage({ S3_BUCKET, ...settings }) };
  const from: Place = to === 's3' ? 'disk' : 's3';
  const result = await copied(ends[from], ends[to], tell);
  const { faults } = result;
  if (faults.length > 0) {
    const lines = faults.map(({ key, reason }) => `  ${key}: ${reason}`);
    throw new CommandError(`${count(faults.length)} could not be copied as they are:\n${lines.join('\n')}`);
  }
  if (result.files + result.gone === 0) {
    throw new CommandError(`There is no file in ${PLACES[from]}, so it is taken to be away. Nothing was copied.`);
  }
  tell(`${count(result.files)}, ${result.bytes} bytes, are the same in ${PLACES[from]} and in ${PLACES[to]}.`);
  tell(`${count(result.copied)} of them, ${result.copiedBytes} bytes, were copied now.`);
  if (result.gone > 0) tell(`${count(result.gone)} were removed from ${PLACES[from]} meanwhile.`);
  if (result.extra > 0) tell(`${count(result.extra)} are in ${PLACES[to]} alone, and were left there.`);
}

async function copied(source: Storage, target: Storage, tell: (line: string) => void): Promise<CopiedFiles> {
  let told = Date.now();
  try {
    return await copyFiles(source, target, ({ files, bytes, copied: sent }) => {
      if (Date.now() - told < TELL_EVERY) return;
      told = Date.now();
      tell(`${count(files)} checked, ${bytes} bytes; ${sent} copied`);
    });
  } catch (error) {
    throw new CommandError(`The files cannot be listed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readTarget(args: string[]): Place | 'help' {
  try {
    const { values } = parseArgs({ args, options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
    if (values.help) return 'help';
    if (values.to === 's3' || values.to === 'disk') return values.to;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), 2);
  }
  throw new CommandError(`Say where to: --to s3 or --to disk.\n\n${USAGE}`, 2);
}

const count = (files: number) => `${files} ${files === 1 ? 'file' : 'files'}`;
