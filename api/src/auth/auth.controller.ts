import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import {
  type MessageResponse,
  type ProfileResponse,
  SaveProfile,
  type SecurityEventListView,
  type SessionListView,
  type UserResponse,
} from '@portfolio/contracts';
import { Session } from '@portfolio/database';
import { ApiErrors } from '../http/app-error.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { IfMatch, type Precondition, type Versioned } from '../http/versions.ts';
import { AuthService } from './auth.service.ts';
import { type ClientInfo, RequestClientInfo } from './client-info.ts';
import { AdminGuard, CurrentSession } from './guards.ts';
import { ProfileService } from './profile.service.ts';
import { SessionsService } from './sessions.service.ts';
import { toVersionedUser } from './user.view.ts';

@Controller('api/auth')
@UseGuards(AdminGuard)
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  /** Returns the signed-in administrator. */
  @Get('me')
  me(@CurrentSession() { user }: Session): Versioned<UserResponse> {
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
    @CurrentSession() { user }: Session,
    @RequestClientInfo() client: ClientInfo,
  ): Promise<MessageResponse> {
    await this.auth.signOutEverywhere(user, client);
    return { message: 'Signed out everywhere' };
  }
}

@Controller('api/auth')
@UseGuards(AdminGuard)
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  /** Lists the administrator's sessions, the last used first. */
  @Get('sessions')
  list(@CurrentSession() session: Session): Promise<SessionListView> {
    return this.sessions.list(session);
  }

  /** Ends one session of the administrator. Its token is refused from now on. */
  @Delete('sessions/:id')
  async revoke(
    @CurrentSession() { user }: Session,
    @Param('id', new ParseIdPipe('session.not-found')) id: number,
    @RequestClientInfo() client: ClientInfo,
  ): Promise<MessageResponse> {
    await this.sessions.revoke(user, id, client);
    return { message: 'Session ended' };
  }

  /** Lists security events of the last 90 days, newest first. */
  @Get('security-events')
  events(@CurrentSession() { user }: Session): Promise<SecurityEventListView> {
    return this.sessions.events(user);
  }
}

@Controller('api/admin/settings/profile')
@UseGuards(AdminGuard)
export class ProfileController {
  constructor(private readonly profile: ProfileService) {}

  /**
   * Changes the administrator's name, email address and password. Without `newPassword` the password stays. A new email
   * address and a new password require the current password. A new password ends all other sessions. The current session
   * continues with the token of the response.
   */
  @Put()
  @ApiErrors(
    'profile.password-required',
    'profile.wrong-password',
    'profile.email-taken',
    'auth.too-many',
    'request.outdated',
  )
  save(
    @CurrentSession() session: Session,
    @Body() profile: SaveProfile,
    @RequestClientInfo() client: ClientInfo,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<Versioned<ProfileResponse>> {
    return this.profile.save(session, profile, client, precondition);
  }
}
