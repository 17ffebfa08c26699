import { Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { MAX_ID, type SessionView, type SignIn } from '@portfolio/contracts';
import type { Session, User } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import type { ClientInfo } from './client-info.ts';
import { Passwords } from './passwords.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { toUserView } from './user.view.ts';
import { UsersRepository } from './users.repository.ts';

/** Claims beside issuer, audience and expiry. */
export interface TokenClaims {
  sub: string;
  /** The user's token version at sign-in. */
  version: number;
  session: number;
}

/** Milliseconds between two updates of `lastUsedAt`. */
const TOUCH_INTERVAL_MS = 5 * 60_000;

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

  async signIn({ email, password }: SignIn, address: string, client: ClientInfo): Promise<SessionView> {
    let account: User | undefined;
    const user = await this.limits.attemptSignIn(email, address, async () => {
      account = await this.users.findByEmail(email);
      const isCorrect = await this.passwords.matches(account?.passwordHash, password);
      return account && isCorrect ? account : undefined;
    });
    // No log has emails or addresses of visitors.
    const session = user && (await this.sessions.start(user, client));
    if (!user || session === undefined) {
      this.logger.warn('A sign-in failed.');
      if (account) this.sessions.recordFailureInBackground(account.id, client);
      throw new AppError('auth.wrong-credentials');
    }
    this.logger.log(`Account ${user.id} has signed in.`);
    return { token: await this.tokenFor(user, session), user: toUserView(user) };
  }

  async signOut({ id, userId }: Session): Promise<void> {
    await this.sessions.end(id);
    this.logger.log(`Account ${userId} has signed out.`);
  }

  async signOutEverywhere(user: User, client: ClientInfo): Promise<void> {
    await this.users.incrementTokenVersion(user.id, client);
    this.logger.log(`Account ${user.id} has ended all its sessions.`);
  }

  /** Finds the session of a token, with its user; undefined when the token is invalid, expired or revoked. */
  async sessionOfToken(token: string): Promise<Session | undefined> {
    const claims = await this.jwt.verifyAsync<TokenClaims>(token).catch(() => undefined);
    return claims && this.sessionOf(claims);
  }

  /**
   * Finds the session of a verified token, with its user; undefined when it was revoked.
   *
   * @param claims may come from another version of this program
   */
  async sessionOf({ sub, version, session }: TokenClaims): Promise<Session | undefined> {
    const userId = typeof sub === 'string' && /^[1-9]\d{0,9}$/.test(sub) ? Number(sub) : undefined;
    if (userId === undefined || ![userId, version, session].every(isDatabaseInteger)) return undefined;
    const found = await this.sessions.findActive({ id: session, userId, tokenVersion: version });
    if (found && Date.now() - found.lastUsedAt.getTime() > TOUCH_INTERVAL_MS) await this.sessions.touch(found.id);
    return found;
  }

  tokenFor(user: User, session: number): Promise<string> {
    const claims: TokenClaims = { sub: String(user.id), version: user.tokenVersion, session };
    return this.jwt.signAsync({ ...claims });
  }
}

const isDatabaseInteger = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_ID;
