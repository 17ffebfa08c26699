import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Session } from '@portfolio/database';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { ApiEnv } from '../env.ts';
import { AuthService, type TokenClaims } from './auth.service.ts';
import { TOKEN_RULES, tokenKey } from './token-rules.ts';

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly auth: AuthService,
    env: ApiEnv,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // The types lack KeyObject, which the verification accepts.
      secretOrKey: tokenKey(env.JWT_SECRET) as unknown as Buffer,
      algorithms: [TOKEN_RULES.algorithm],
      issuer: TOKEN_RULES.issuer,
      audience: TOKEN_RULES.audience,
    });
  }

  async validate(claims: TokenClaims): Promise<Session | false> {
    return (await this.auth.sessionOf(claims)) ?? false;
  }
}
