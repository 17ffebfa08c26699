import { Body, Controller, Delete, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { StartExport, type ExportResponse, type MessageResponse, type StorageUsageView } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/app-error.ts';
import { ExportsService } from './exports.service.ts';

@Controller('api/admin/export')
@UseGuards(AdminGuard)
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  /** Returns the export. A finished one has a link for a day. */
  @Get()
  view(): Promise<ExportResponse> {
    return this.exports.view();
  }

  /** Returns the storage used. */
  @Get('storage')
  storage(): Promise<StorageUsageView> {
    return this.exports.storageUsage();
  }

  /**
   * Starts an export, unless one runs. It replaces the previous one.
   * The archive is a BagIt bag with all rows and original files, as `npm run backup` makes it.
   */
  @Post()
  @HttpCode(202)
  start(@Body() options: StartExport): Promise<ExportResponse> {
    return this.exports.start(options);
  }

  /** Removes the export. Its link ends at once. */
  @Delete()
  @ApiErrors('export.not-found', 'export.running')
  async remove(): Promise<MessageResponse> {
    await this.exports.remove();
    return { message: 'Export removed' };
  }
}
