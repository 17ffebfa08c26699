import { Body, Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import { DEMO_ACCOUNT, type DemoView, SignIn, type SessionView } from '@portfolio/contracts';
import { ApiEnv } from '../env.ts';
import { ApiErrors } from '../http/app-error.ts';
import { ClientAddress } from '../http/from-request.ts';
import { AuthService } from './auth.service.ts';
import { type ClientInfo, RequestClientInfo } from './client-info.ts';
import { DemoAccount } from './demo-account.ts';

@Controller('api/auth')
export class PublicAuthController {
  constructor(private readonly auth: AuthService) {}

  /**
   * Signs in for 7 days. An unknown email address and a wrong password get the same response. After too many failures the
   * correct password is refused too, until `Retry-After` has passed.
   */
  @Post('login')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiErrors('auth.wrong-credentials', 'auth.too-many')
  signIn(
    @Body() credentials: SignIn,
    @ClientAddress() address: string,
    @RequestClientInfo() client: ClientInfo,
  ): Promise<SessionView> {
    return this.auth.signIn(credentials, address, client);
  }
}

@Controller('api/public/demo')
export class PublicDemoController {
  constructor(
    private readonly env: ApiEnv,
    private readonly account: DemoAccount,
  ) {}

  /** Returns the demo credentials; null where they do not work. */
  @Get()
  async demo(): Promise<DemoView> {
    const { email, password } = DEMO_ACCOUNT;
    const canSignIn = this.env.DEMO && (await this.account.canSignIn());
    return { demo: canSignIn ? { email, password } : null };
  }
}
