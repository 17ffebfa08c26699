import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { ApiEnv } from '../env.ts';
import type { TokenClaims } from './auth.service.ts';

/** Algorithm and claims of every token, for signing and verification. */
export const TOKEN_RULES = { algorithm: 'HS256', issuer: 'portfolio-api', audience: 'portfolio-admin' } as const;

/** Key of tokens. A string would be parsed as a PEM key at each verification. */
export const tokenKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8');

export const bearerTokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** Verifies a request's token. Passport has one strategy for the process, so AdminGuard finds the session. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor({ JWT_SECRET }: ApiEnv) {
    super({
      jwtFromRequest: bearerTokenOf,
      // The types lack KeyObject, which the verification accepts.
      secretOrKey: tokenKey(JWT_SECRET) as unknown as Buffer,
      algorithms: [TOKEN_RULES.algorithm],
      issuer: TOKEN_RULES.issuer,
      audience: TOKEN_RULES.audience,
    });
  }

  validate(claims: TokenClaims): TokenClaims {
    return claims;
  }
}
