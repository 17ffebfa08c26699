import { Body, Controller, Delete, Get, Post, Put, UseGuards, UseInterceptors } from '@nestjs/common';
import {
  SaveSettings,
  UploadBackground,
  type BackgroundUploadResponse,
  type MessageResponse,
  type WebsiteSettingsResponse,
  type WebsiteSettingsView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/app-error.ts';
import { FileUpload, UploadedFile, type ReceivedFile } from '../http/file-upload.interceptor.ts';
import { IfMatch, type Precondition, Versioned } from '../http/versions.ts';
import { BackgroundService } from './background.service.ts';
import { SettingsService } from './settings.service.ts';

@Controller('api/admin/settings')
@UseGuards(AdminGuard)
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly background: BackgroundService,
  ) {}

  /** Returns every setting, and the status of the background image. */
  @Get('website')
  website(): Promise<Versioned<WebsiteSettingsView>> {
    return this.settings.website();
  }

  /** Saves the given settings. The others stay as they are. With one invalid setting none is saved. */
  @Put('website')
  @ApiErrors('request.outdated')
  async save(
    @Body() changes: SaveSettings,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<Versioned<WebsiteSettingsResponse>> {
    const { body, etag } = await this.settings.save(changes, precondition);
    return new Versioned({ ...body, message: 'Settings updated successfully!' }, etag);
  }

  /** Uploads the background image. The previous one stays until this one is processed. */
  @Post('background-image')
  @ApiErrors('image.too-many-pixels', 'request.outdated')
  @UseInterceptors(FileUpload('image'))
  async upload(
    @UploadedFile('image') image: ReceivedFile,
    @Body() _nothingElse: UploadBackground,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<BackgroundUploadResponse> {
    const imageUrl = await this.background.upload(image, precondition);
    return { imageUrl, message: 'Background image uploaded successfully!' };
  }

  /** Removes the background image. */
  @Delete('background-image')
  @ApiErrors('background.not-found', 'request.outdated')
  async removeBackground(@IfMatch() precondition: Precondition | undefined): Promise<MessageResponse> {
    await this.background.remove(precondition);
    return { message: 'Background image removed successfully!' };
  }
}
