/** What every token of ours says and what every token shown to us must say. */
export const TOKEN_RULES = {
  algorithm: 'HS256',
  issuer: 'portfolio-api',
  audience: 'portfolio-admin',
  expiresIn: '7d',
} as const;
