import { Injectable, Logger } from '@nestjs/common';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import type { User } from '@portfolio/database';
import { Passwords } from './passwords.ts';
import { UsersRepository } from './users.repository.ts';

@Injectable()
export class DemoAccount {
  private readonly logger = new Logger('auth');
  /** Cached result for the last hash: each comparison costs as much as a sign-in. */
  private compared: { passwordHash: string; isPublished: Promise<boolean> } | undefined;

  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
  ) {}

  /** Whether sign-in works with the published email and password. */
  async canSignIn(): Promise<boolean> {
    const user = await this.users.findByEmail(DEMO_ACCOUNT.email);
    return user !== undefined && this.hasPublishedPassword(user);
  }

  /** Removes accounts with the demo email or the published password. */
  async remove(): Promise<void> {
    for (const user of await this.users.list()) {
      const isDemo = user.email.toLowerCase() === DEMO_ACCOUNT.email;
      if (!isDemo && !(await this.hasPublishedPassword(user))) continue;
      await this.users.remove(user.id);
      this.logger.warn('The demo account has been removed: this site is no demo.');
    }
  }

  private hasPublishedPassword({ passwordHash }: User): Promise<boolean> {
    if (this.compared?.passwordHash !== passwordHash) {
      const isPublished = this.passwords.matches(passwordHash, DEMO_ACCOUNT.password);
      this.compared = { passwordHash, isPublished };
      isPublished.catch(() => (this.compared = undefined));
    }
    return this.compared.isPublished;
  }
}
