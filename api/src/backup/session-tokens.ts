import type { SiteConnection } from './site-database.ts';

/** The highest version of a session's token that an account of this site has; 0 where there is no account. */
export async function highestToken(connection: SiteConnection): Promise<number> {
  const [row] = await connection.query<{ highest: number | null }>('select max(token_version) as highest from users');
  return row?.highest ?? 0;
}

/**
 * Ends every session that there ever was: a token names its account by a number, which may now be that of another.
 *
 * Versions are raised above the seconds since 2025 as well, which no account comes to by signing out. So they are higher
 * than those of accounts of which nothing is known, as after a restore that was cut off.
 *
 * @param highest version of the accounts that are replaced
 */
export async function endSessions(connection: SiteConnection, highest: number): Promise<void> {
  await connection.query(
    `update users set token_version =
      greatest(token_version, $1::int, extract(epoch from now() - timestamptz '2025-01-01 00:00Z')::int) + 1`,
    [highest],
  );
}
