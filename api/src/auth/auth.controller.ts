import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { UserView } from '@portfolio/contracts';
import { User } from '@portfolio/database';
import { AdminGuard, CurrentUser } from './guards.ts';
import { toUserView } from './user.view.ts';

@ApiBearerAuth()
@Controller('api/auth')
@UseGuards(AdminGuard)
export class AuthController {
  @Get('me')
  me(@CurrentUser() user: User): { user: UserView } {
    return { user: toUserView(user) };
  }
}
