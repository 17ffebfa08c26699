import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { type Bag } from './check-bag.ts';
import { SCHEMA_FILE, tableFile } from './manifest.ts';
import type { Sequence } from './tables.ts';

/** Of what the bag holds. Raised when an older restore would misread it. */
export const FORMAT = 1;

/** `data/database/schema.json`: what belongs to the tables beside their rows. */
export interface BagSchema {
  format: number;
  /** When the rows were as they are here, ISO 8601. */
  takenAt: string;
  migrations: string[];
  /** In the order in which they can be loaded. */
  tables: { name: string; columns: string[]; rows: number }[];
  sequences: Sequence[];
  /** Originals that rows speak of and the site had lost, by their keys. */
  lost: string[];
  /** Originals that were not the file that was once uploaded; they are in the bag as they were found. */
  damaged: string[];
}

/** @throws BackupError for a bag of another program, or of a newer version of this one */
export async function readSchema({ folder, checksums }: Bag): Promise<BagSchema> {
  if (!checksums.has(SCHEMA_FILE)) throw new BackupError(`${folder} is a bag, but no backup of this program.`);
  const schema = JSON.parse(await readFile(join(folder, SCHEMA_FILE), 'utf8')) as BagSchema;
  if (schema.format !== FORMAT) {
    throw new BackupError(
      `The backup in ${folder} was written by a newer version of this program. Restore it with that.`,
    );
  }
  for (const { name } of schema.tables) {
    if (!checksums.has(tableFile(name))) throw new BackupError(`The backup in ${folder} has no ${tableFile(name)}.`);
  }
  return schema;
}
