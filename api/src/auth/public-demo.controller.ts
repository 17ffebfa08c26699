import { Controller, Get } from '@nestjs/common';
import { DEMO_ACCOUNT, type DemoView } from '@portfolio/contracts';
import { ApiEnv } from '../env.ts';
import { DemoAccount } from './demo-account.ts';

@Controller('api/public/demo')
export class PublicDemoController {
  constructor(
    private readonly env: ApiEnv,
    private readonly account: DemoAccount,
  ) {}

  /** Returns the demo account, or null. */
  @Get()
  async demo(): Promise<DemoView> {
    const { email, password } = DEMO_ACCOUNT;
    const isOpen = this.env.DEMO && (await this.account.isOpen());
    return { demo: isOpen ? { email, password } : null };
  }
}
