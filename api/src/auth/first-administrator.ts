import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DEMO_ACCOUNT, FIRST_ACCOUNT_NAME } from '@portfolio/contracts';
import { ApiEnv } from '../env.ts';
import { DemoAccount } from './demo-account.ts';
import { Passwords } from './passwords.ts';
import { UsersRepository } from './users.repository.ts';

/** Creates the first administrator at start, and removes the demo account outside of demo mode. */
@Injectable()
export class FirstAdministrator implements OnApplicationBootstrap {
  private readonly logger = new Logger('auth');

  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly demo: DemoAccount,
    private readonly env: ApiEnv,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { DEMO, ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = this.env;
    if (!DEMO) await this.demo.remove();
    if (email !== undefined && password !== undefined) {
      await this.insert({ name: FIRST_ACCOUNT_NAME, email, password });
    } else if (DEMO) {
      await this.insert(DEMO_ACCOUNT);
    }
    if (DEMO && (await this.demo.canSignIn())) {
      this.logger.warn('This is a demo: everybody knows the password of its demo account.');
    }
  }

  private async insert({ name, email, password }: { name: string; email: string; password: string }): Promise<void> {
    await this.users.insertFirst({ name, email, passwordHash: await this.passwords.hash(password) });
  }
}
