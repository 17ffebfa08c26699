import { Body, Controller, Put, UseGuards } from '@nestjs/common';
import { SaveProfile, type ProfileResponse } from '@portfolio/contracts';
import { Session } from '@portfolio/database';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { IfMatch, type Precondition, type Versioned } from '../http/versions.ts';
import { AdminGuard, CurrentSession } from './guards.ts';
import { type ClientInfo, RequestClientInfo } from './client-info.ts';
import { ProfileService } from './profile.service.ts';

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
