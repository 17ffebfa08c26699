import { createSecretKey, type KeyObject } from 'node:crypto';

/** Claims of every token, for signing and verification. */
export const TOKEN_RULES = {
  algorithm: 'HS256',
  issuer: 'portfolio-api',
  audience: 'portfolio-admin',
  /** Seconds: 7 days. */
  expiresIn: 7 * 24 * 60 * 60,
} as const;

/** Key of tokens. A string would be parsed as a PEM key at each verification. */
export const tokenKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8');
