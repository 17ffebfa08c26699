import { Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { MAX_ID, type SessionView, type SignIn } from '@portfolio/contracts';
import type { Session, User } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import type { Origin } from './origin.ts';
import { Passwords } from './passwords.ts';
import { SessionsRepository } from './sessions.repository.ts';
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
  /** Id of the session. */
  session: number;
}

/** Milliseconds between two writes of when a session was last used. */
const TOUCH_EVERY = 5 * 60_000;

@Injectable()
export class AuthService {
  private readonly logger = new Logger('auth');

  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly jwt: JwtService,
  ) {}

  /** @param address where the attempt comes from, as ClientAddress gives it */
  async signIn({ email, password }: SignIn, address: string, origin: Origin): Promise<SessionView> {
    let account: User | undefined;
    const user = await this.limits.attempt({ address, email }, async () => {
      account = await this.users.findByEmail(email);
      const isRight = await this.passwords.isRight(account?.passwordHash, password);
      return account && isRight ? account : undefined;
    });
    // Neither what was typed nor from where: the line's request id leads to the gateway's, which has the address.
    const session = user && (await this.sessions.start(user, origin));
    if (!user || session === undefined) {
      this.logger.warn('A sign-in failed.');
      if (account) this.sessions.recordFailureLater(account.id, origin);
      throw new AppError('auth.wrong-credentials');
    }
    this.logger.log(`Account ${user.id} has signed in.`);
    return { token: await this.tokenFor(user, session), user: toUserView(user) };
  }

  async signOut({ id, userId }: Session): Promise<void> {
    await this.sessions.end(id);
    this.logger.log(`Account ${userId} has signed out.`);
  }

  /** Ends every session of the user, the one that asks too. */
  async signOutEverywhere(user: User, origin: Origin): Promise<void> {
    await this.users.raiseTokenVersion(user.id, origin);
    this.logger.log(`Account ${user.id} has ended all its sessions.`);
  }

  /**
   * @param claims of a token that is ours by its signature, yet may be from another version of this program
   * @returns the session that they name, with its user; undefined when the token has been revoked since
   */
  async sessionOf({ sub, version, session }: TokenClaims): Promise<Session | undefined> {
    const userId = typeof sub === 'string' && /^[1-9]\d{0,9}$/.test(sub) ? Number(sub) : undefined;
    if (userId === undefined || ![userId, version, session].every(isDatabaseInteger)) return undefined;
    const found = await this.sessions.findActive({ id: session, userId, tokenVersion: version });
    if (found && Date.now() - found.lastUsedAt.getTime() > TOUCH_EVERY) await this.sessions.touch(found.id);
    return found;
  }

  /** @returns the session of the token; undefined when it is no good, or no good any more */
  async sessionOfToken(token: string): Promise<Session | undefined> {
    const { algorithm, issuer, audience } = TOKEN_RULES;
    const claims = await this.jwt
      .verifyAsync<TokenClaims>(token, { algorithms: [algorithm], issuer, audience })
      .catch(() => undefined);
    return claims && this.sessionOf(claims);
  }

  tokenFor(user: User, session: number): Promise<string> {
    const claims: TokenClaims = { sub: String(user.id), version: user.tokenVersion, session };
    return this.jwt.signAsync({ ...claims });
  }
}

const isDatabaseInteger = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_ID;
