import { Controller, Get } from '@nestjs/common';
import { DEMO_ACCOUNT, type DemoView } from '@portfolio/contracts';
import { ApiEnv } from '../env.ts';

/** Tells the sign-in page whether it may show the demo account. */
@Controller('api/public/demo')
export class DemoController {
  constructor(private readonly env: ApiEnv) {}

  @Get()
  demo(): DemoView {
    const { email, password } = DEMO_ACCOUNT;
    return { demo: this.env.DEMO ? { email, password } : null };
  }
}
