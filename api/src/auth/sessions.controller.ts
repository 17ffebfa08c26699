import { Controller, Delete, Get, Param, UseGuards } from '@nestjs/common';
import type { MessageResponse, SecurityEventListView, SessionListView } from '@portfolio/contracts';
import { Session, User } from '@portfolio/database';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { AdminGuard, CurrentSession, CurrentUser } from './guards.ts';
import { type ClientInfo, RequestClientInfo } from './client-info.ts';
import { SessionsService } from './sessions.service.ts';

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
  @ApiErrors('session.not-found')
  async revoke(
    @CurrentUser() user: User,
    @Param('id', new ParseIdPipe('session.not-found')) id: number,
    @RequestClientInfo() client: ClientInfo,
  ): Promise<MessageResponse> {
    await this.sessions.revoke(user, id, client);
    return { message: 'Session ended' };
  }

  /** Lists security events of the last 90 days, newest first. */
  @Get('security-events')
  events(@CurrentUser() user: User): Promise<SecurityEventListView> {
    return this.sessions.events(user);
  }
}
