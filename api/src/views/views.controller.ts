import { Controller, Get, Header, Query, UseGuards } from '@nestjs/common';
import { ViewReportQuery, type ViewReportView } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ViewsService } from './views.service.ts';

@Controller('api/admin')
@UseGuards(AdminGuard)
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  /** Returns views and visitors by day, top pages and referrers. */
  @Get('views')
  report(@Query() query: ViewReportQuery): Promise<ViewReportView> {
    return this.views.report(query);
  }

  /** Returns views as CSV, with all pages and referrers. */
  @Get('views.csv')
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('cache-control', 'no-store')
  @Header('content-disposition', 'attachment; filename="views.csv"')
  csv(@Query() query: ViewReportQuery): Promise<string> {
    return this.views.csv(query);
  }
}
