import { json } from 'node:stream/consumers';
import { BackupError } from './backup-error.ts';
import { type Bag } from './check-bag.ts';
import { SCHEMA_FILE, tableFile } from './manifest.ts';
import type { Sequence } from './tables.ts';

/** Format of the bag. Raise it when an older restore would misread a new bag. */
export const FORMAT = 1;

/** `data/database/schema.json`: the tables without their rows. */
export interface BagSchema {
  format: number;
  takenAt: string;
  migrations: string[];
  /** In loading order. */
  tables: { name: string; columns: string[]; rows: number }[];
  sequences: Sequence[];
  /** Keys of originals that the storage did not have. */
  lost: string[];
  /** Keys of originals whose hash differs from their row's; the bag has them unchanged. */
  damaged: string[];
}

/** @throws BackupError for a bag of another program or of a newer version */
export async function readSchema({ source, paths }: Bag): Promise<BagSchema> {
  const schema = paths.has(SCHEMA_FILE) ? ((await json(await source.open(SCHEMA_FILE))) as BagSchema) : undefined;
  if (typeof schema?.format !== 'number') {
    throw new BackupError(`The bag in ${source.name} is no backup of this program.`);
  }
  if (schema.format > FORMAT) {
    throw new BackupError(
      `The backup in ${source.name} was written by a newer version of this program. Restore it with that version.`,
    );
  }
  for (const { name } of schema.tables) {
    if (!paths.has(tableFile(name))) throw new BackupError(`The backup in ${source.name} has no ${tableFile(name)}.`);
  }
  return schema;
}
