import { Injectable, Logger } from '@nestjs/common';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import type { User } from '@portfolio/database';
import { Passwords } from './passwords.ts';
import { UsersRepository } from './users.repository.ts';

/** The account that everybody knows: its password is published. */
@Injectable()
export class DemoAccount {
  private readonly logger = new Logger('auth');
  /** The last hash that was looked at, since each look costs as much as a sign-in. */
  private seen: { passwordHash: string; isPublished: Promise<boolean> } | undefined;

  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
  ) {}

  /** Whether one could sign in with it: nobody has given it another address or password. */
  async isOpen(): Promise<boolean> {
    const user = await this.users.findByEmail(DEMO_ACCOUNT.email);
    return user !== undefined && this.hasPublishedPassword(user);
  }

  /** Removes it, also where it has been given another address but kept the password that everybody knows. */
  async remove(): Promise<void> {
    for (const user of await this.users.list()) {
      const isDemo = user.email.toLowerCase() === DEMO_ACCOUNT.email;
      if (!isDemo && !(await this.hasPublishedPassword(user))) continue;
      await this.users.remove(user.id);
      this.logger.warn('The demo account has been removed: this site is no demo.');
    }
  }

  private hasPublishedPassword({ passwordHash }: User): Promise<boolean> {
    if (this.seen?.passwordHash !== passwordHash) {
      const isPublished = this.passwords.isRight(passwordHash, DEMO_ACCOUNT.password);
      this.seen = { passwordHash, isPublished };
      isPublished.catch(() => (this.seen = undefined));
    }
    return this.seen.isPublished;
  }
}
