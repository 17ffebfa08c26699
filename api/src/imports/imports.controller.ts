import { Body, Controller, Get, HttpCode, Post, UseGuards, UseInterceptors } from '@nestjs/common';
import { StartImport, UploadImportPart, type ImportResponse, type MessageResponse } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/app-error.ts';
import { FileUpload, type ReceivedFile, UploadedFile } from '../http/file-upload.interceptor.ts';
import { EmptySiteGuard } from './empty-site.guard.ts';
import { ImportsService } from './imports.service.ts';

@Controller('api/admin/import')
@UseGuards(AdminGuard)
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  /** Returns the import. Only a new site accepts an archive. */
  @Get()
  view(): Promise<ImportResponse> {
    return this.imports.view();
  }

  /**
   * Uploads a part of an archive. An archive is larger than proxies and timeouts allow for one request.
   * Parts have `part_bytes` each, the last one fewer. A repeated part replaces the first.
   */
  @Post('parts')
  @ApiErrors('import.not-empty', 'import.running')
  @UseGuards(EmptySiteGuard)
  @UseInterceptors(FileUpload('part'))
  async upload(@UploadedFile('part') part: ReceivedFile, @Body() details: UploadImportPart): Promise<MessageResponse> {
    await this.imports.store(part, details);
    return { message: 'Part stored' };
  }

  /**
   * Imports an uploaded archive. The new site becomes the archived one, and all sessions end: sign in with one of its accounts.
   * A failed import leaves the site as it was, or without some pictures until its job is retried.
   */
  @Post()
  @HttpCode(202)
  @ApiErrors('import.not-empty', 'import.running')
  @UseGuards(EmptySiteGuard)
  start(@Body() archive: StartImport): Promise<ImportResponse> {
    return this.imports.start(archive);
  }
}
