import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id with 19 MiB, 2 passes and 1 lane: the least that OWASP's Password Storage Cheat Sheet recommends, and the
 * library's default.
 */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** A hash that no password has: compared against where there is no account, so that both answers take the same time. */
const nobody = hash(crypto.randomUUID());

/** @param passwordHash of the account; undefined where there is none, which takes as long and is never right */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password);
  return passwordHash !== undefined && matches;
}
