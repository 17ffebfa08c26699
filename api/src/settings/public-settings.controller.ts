import { Controller, Get } from '@nestjs/common';
import type {
  BackgroundImageView,
  DarkThemeView,
  FullPageBackgroundView,
  PublicSettingsView,
  PublicTextsView,
} from '@portfolio/contracts';
import { Cached } from '../http/cache/register-response-cache.ts';
import { SettingsService } from './settings.service.ts';

@Controller('api/public')
export class PublicSettingsController {
  constructor(private readonly settings: SettingsService) {}

  /** Answers all that public pages need to know of the settings. */
  @Get('settings')
  @Cached()
  all(): Promise<PublicSettingsView> {
    return this.settings.allPublic();
  }

  /** Answers what the public pages say. */
  @Get('texts')
  @Cached()
  texts(): Promise<PublicTextsView> {
    return this.settings.publicTexts();
  }

  /** Answers whether public pages are dark. */
  @Get('dark-theme')
  @Cached()
  darkTheme(): Promise<DarkThemeView> {
    return this.settings.darkTheme();
  }

  /** Answers the address of the background image. */
  @Get('background-image')
  @Cached()
  backgroundImage(): Promise<BackgroundImageView> {
    return this.settings.backgroundImage();
  }

  /** Answers whether the background image covers the whole page. */
  @Get('full-page-background')
  @Cached()
  fullPageBackground(): Promise<FullPageBackgroundView> {
    return this.settings.fullPageBackground();
  }
}
