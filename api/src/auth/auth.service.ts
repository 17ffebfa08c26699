import { Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { MAX_ID, type SessionView, type SignIn } from '@portfolio/contracts';
import type { User } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { Passwords } from './passwords.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { TOKEN_RULES } from './token-rules.ts';
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
  private readonly logger = new Logger('auth');

  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly jwt: JwtService,
  ) {}

  /** @param address where the attempt comes from, as ClientAddress gives it */
  async signIn({ email, password }: SignIn, address: string): Promise<SessionView> {
    const user = await this.limits.attempt({ address, email }, async () => {
      const found = await this.users.findByEmail(email);
      const isRight = await this.passwords.isRight(found?.passwordHash, password);
      return found && isRight ? found : undefined;
    });
    // Neither what was typed nor from where: the line's request id leads to the gateway's, which has the address.
    if (!user) {
      this.logger.warn('A sign-in failed.');
      throw new AppError('auth.wrong-credentials');
    }
    this.logger.log(`Account ${user.id} has signed in.`);
    return { token: await this.tokenFor(user), user: toUserView(user) };
  }

  /** Ends every session of the user, the one that asks too. */
  async signOutEverywhere(user: User): Promise<void> {
    await this.users.raiseTokenVersion(user.id);
    this.logger.log(`Account ${user.id} has ended all its sessions.`);
  }

  /**
   * @param claims of a token that is ours by its signature, yet may be from another version of this program
   * @returns the user whom they speak of, or undefined when the token has been revoked since
   */
  async userOf({ sub, version }: TokenClaims): Promise<User | undefined> {
    const id = typeof sub === 'string' && /^[1-9]\d{0,9}$/.test(sub) ? Number(sub) : undefined;
    if (id === undefined || id > MAX_ID) return undefined;
    const user = await this.users.find(id);
    return user?.tokenVersion === version ? user : undefined;
  }

  /** @returns whose token it is; undefined when it is no good, or no good any more */
  async userOfToken(token: string): Promise<User | undefined> {
    const { algorithm, issuer, audience } = TOKEN_RULES;
    const claims = await this.jwt
      .verifyAsync<TokenClaims>(token, { algorithms: [algorithm], issuer, audience })
      .catch(() => undefined);
    return claims && this.userOf(claims);
  }

  tokenFor(user: User): Promise<string> {
    const claims: TokenClaims = { sub: String(user.id), version: user.tokenVersion };
    return this.jwt.signAsync({ ...claims });
  }
}
