import { createSecretKey, type KeyObject } from 'node:crypto';

/** What every token of ours says and what every token shown to us must say. */
export const TOKEN_RULES = {
  algorithm: 'HS256',
  issuer: 'portfolio-api',
  audience: 'portfolio-admin',
  /** Seconds: 7 days. */
  expiresIn: 7 * 24 * 60 * 60,
} as const;

/** The key of tokens. The text of a secret would be tried as a PEM key first, at each verification. */
export const tokenKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8');
