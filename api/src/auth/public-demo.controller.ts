import { Controller, Get } from '@nestjs/common';
import { DEMO_ACCOUNT, type DemoView } from '@portfolio/contracts';
import { ApiEnv } from '../env.ts';
import { UsersRepository } from './users.repository.ts';

/** Tells the sign-in page whether it may show the demo account: only where one could sign in with it. */
@Controller('api/public/demo')
export class PublicDemoController {
  constructor(
    private readonly env: ApiEnv,
    private readonly users: UsersRepository,
  ) {}

  @Get()
  async demo(): Promise<DemoView> {
    const { email, password } = DEMO_ACCOUNT;
    const isThere = this.env.DEMO && (await this.users.findByEmail(email)) !== null;
    return { demo: isThere ? { email, password } : null };
  }
}
