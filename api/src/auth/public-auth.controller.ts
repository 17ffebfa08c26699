import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { SignIn, type SessionView } from '@portfolio/contracts';
import { AuthService } from './auth.service.ts';

@Controller('api/auth')
export class PublicAuthController {
  constructor(private readonly auth: AuthService) {}

  @Post('login')
  @HttpCode(200)
  signIn(@Body() credentials: SignIn): Promise<SessionView> {
    return this.auth.signIn(credentials);
  }
}
