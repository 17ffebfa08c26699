import { Controller, Get } from '@nestjs/common';
import type {
  BackgroundImageView,
  DarkThemeView,
  FullPageBackgroundView,
  PublicSettingsView,
  PublicTextsView,
} from '@portfolio/contracts';
import { Cached } from '../http/cache/response-cache.ts';
import { SettingsService } from './settings.service.ts';

@Controller('api/public')
export class PublicSettingsController {
  constructor(private readonly settings: SettingsService) {}

  /** Returns all settings that public pages need. */
  @Get('settings')
  @Cached()
  all(): Promise<PublicSettingsView> {
    return this.settings.allPublic();
  }

  /** Returns the texts of the public pages. */
  @Get('texts')
  @Cached()
  texts(): Promise<PublicTextsView> {
    return this.settings.publicTexts();
  }

  /** Returns whether public pages are dark. */
  @Get('dark-theme')
  @Cached()
  darkTheme(): Promise<DarkThemeView> {
    return this.settings.darkTheme();
  }

  /** Returns the address of the background image. */
  @Get('background-image')
  @Cached()
  backgroundImage(): Promise<BackgroundImageView> {
    return this.settings.backgroundImage();
  }

  /** Returns whether the background image covers the whole page. */
  @Get('full-page-background')
  @Cached()
  fullPageBackground(): Promise<FullPageBackgroundView> {
    return this.settings.fullPageBackground();
  }
}
