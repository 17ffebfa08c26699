import { Controller, Get, UseGuards } from '@nestjs/common';
import type { DashboardView } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { DashboardService } from './dashboard.service.ts';

@Controller('api/admin/dashboard')
@UseGuards(AdminGuard)
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  /** Returns the numbers of rows, and the latest five photos and comments. Says which first steps are done. */
  @Get()
  view(): Promise<DashboardView> {
    return this.dashboard.view();
  }
}
