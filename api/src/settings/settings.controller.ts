import { Body, Controller, Delete, Get, Post, Put, UseGuards, UseInterceptors } from '@nestjs/common';
import {
  SaveSettings,
  UploadBackground,
  type BackgroundUploadAnswer,
  type MessageResponse,
  type WebsiteSettingsAnswer,
  type WebsiteSettingsView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiResponses } from '../http/api-responses.decorator.ts';
import { ImageUpload, type ReceivedImage, UploadedImage } from '../http/image-upload.interceptor.ts';
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

  /** Answers every setting, and what became of the background image. */
  @Get('website')
  @ApiResponses('WebsiteSettingsView')
  website(): Promise<Versioned<WebsiteSettingsView>> {
    return this.settings.website();
  }

  /** Saves the settings that are given. The others stay as they are; one fault, and none is saved. */
  @Put('website')
  @ApiResponses('WebsiteSettingsAnswer', 'request.outdated')
  async save(
    @Body() changes: SaveSettings,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<Versioned<WebsiteSettingsAnswer>> {
    const { body, tag } = await this.settings.save(changes, precondition);
    return new Versioned({ ...body, message: 'Settings updated successfully!' }, tag);
  }

  /** Puts a picture behind the public pages. The one before it is shown there until this one is processed. */
  @Post('background-image')
  @ApiResponses('BackgroundUploadAnswer', 'image.too-many-pixels', 'request.outdated')
  @UseInterceptors(ImageUpload('image'))
  async upload(
    @UploadedImage() image: ReceivedImage,
    @Body() _nothingElse: UploadBackground,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<BackgroundUploadAnswer> {
    const imageUrl = await this.background.upload(image, precondition);
    return { imageUrl, message: 'Background image uploaded successfully!' };
  }

  /** Takes the background image away. */
  @Delete('background-image')
  @ApiResponses('DoneAnswer', 'background.not-found', 'request.outdated')
  async removeBackground(@IfMatch() precondition: Precondition | undefined): Promise<MessageResponse> {
    await this.background.remove(precondition);
    return { message: 'Background image removed successfully!' };
  }
}
