import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { SessionView, SignIn } from '@portfolio/contracts';
import type { User } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { isPassword } from './passwords.ts';
import { toUserView } from './user.view.ts';
import { UsersRepository } from './users.repository.ts';

/** What a token says, beside issuer, audience and expiry. */
export interface TokenClaims {
  /** Id of the user. */
  sub: string;
  /** The user's token version when it was made. */
  version: number;
}

@Injectable()
export class AuthService {
  constructor(
    private readonly users: UsersRepository,
    private readonly jwt: JwtService,
  ) {}

  async signIn({ email, password }: SignIn): Promise<SessionView> {
    const user = await this.users.findByEmail(email);
    const known = await isPassword(user?.passwordHash, password);
    if (!user || !known) throw new AppError('auth.wrong-credentials');
    return { token: await this.tokenFor(user), user: toUserView(user) };
  }

  /** @returns the user whom the claims speak of, or undefined when the token has been revoked since */
  async userOf(claims: TokenClaims): Promise<User | undefined> {
    const user = await this.users.find(Number(claims.sub));
    return user?.tokenVersion === claims.version ? user : undefined;
  }

  private tokenFor(user: User): Promise<string> {
    const claims: TokenClaims = { sub: String(user.id), version: user.tokenVersion };
    return this.jwt.signAsync({ ...claims });
  }
}
