import type { SiteConnection } from './site-database.ts';

/** The highest version of a session's token that an account of this site has; undefined where there is no account. */
export async function highestToken(connection: SiteConnection): Promise<number | undefined> {
  const [row] = await connection.query<{ highest: number | null }>('select max(token_version) as highest from users');
  return row?.highest ?? undefined;
}

/**
 * Ends the sessions of accounts that were replaced: a token names its account by a number, which is now that of another.
 */
export async function raiseTokensAbove(connection: SiteConnection, version: number): Promise<void> {
  await connection.query('update users set token_version = token_version + $1 + 1', [version]);
}
