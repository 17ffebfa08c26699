import { Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import type { MessageResponse, UserResponse } from '@portfolio/contracts';
import { Session, User } from '@portfolio/database';
import { AuthService } from './auth.service.ts';
import type { Versioned } from '../http/versions.ts';
import { AdminGuard, CurrentSession, CurrentUser } from './guards.ts';
import { type ClientInfo, RequestClientInfo } from './client-info.ts';
import { toVersionedUser } from './user.view.ts';

@Controller('api/auth')
@UseGuards(AdminGuard)
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  /** Returns the signed-in administrator. */
  @Get('me')
  me(@CurrentUser() user: User): Versioned<UserResponse> {
    return toVersionedUser(user);
  }

  /** Ends the session of the request's token. */
  @Post('logout')
  @HttpCode(200)
  async signOut(@CurrentSession() session: Session): Promise<MessageResponse> {
    await this.auth.signOut(session);
    return { message: 'Signed out' };
  }

  /** Ends every session of the administrator, the current one too. */
  @Post('sign-out-everywhere')
  @HttpCode(200)
  async signOutEverywhere(
    @CurrentUser() user: User,
    @RequestClientInfo() client: ClientInfo,
  ): Promise<MessageResponse> {
    await this.auth.signOutEverywhere(user, client);
    return { message: 'Signed out everywhere' };
  }
}
