import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { SignIn, type SessionView } from '@portfolio/contracts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ClientAddress } from '../limits/client-address.ts';
import { AuthService } from './auth.service.ts';
import { type ClientInfo, RequestClientInfo } from './client-info.ts';

@Controller('api/auth')
export class PublicAuthController {
  constructor(private readonly auth: AuthService) {}

  /**
   * Signs in, for 7 days. An unknown address and a wrong password get the same response. After too many failures the
   * right password is refused too, for as long as `Retry-After` says.
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
