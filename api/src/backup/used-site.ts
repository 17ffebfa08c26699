import { BackupError } from './backup-error.ts';
import type { SiteConnection } from './site-database.ts';
import { countRows, findTables } from './tables.ts';

/** A first start may have made an account, to which somebody has signed in; nothing is lost with that. */
export const MADE_BY_A_START = ['users', 'sessions', 'security_events'];

/**
 * Refuses a site that holds anything beyond the account of its first start.
 *
 * @throws BackupError that counts what there is
 */
export async function assertUnused(connection: SiteConnection, { replace }: { replace: boolean }): Promise<void> {
  const counts = await countRows(connection, await findTables(connection));
  const used = [...counts].filter(([table]) => !MADE_BY_A_START.includes(table));
  if (replace || used.length === 0) return;
  throw new BackupError(
    `This site is in use (${used.map(([table, rows]) => `${table}: ${rows}`).join(', ')}), and a backup is restored into ` +
      'an empty one. To give up all that it holds: --replace',
  );
}
