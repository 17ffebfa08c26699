import { Controller, Get, Header } from '@nestjs/common';
import type {
  BackgroundImageView,
  DarkThemeView,
  FullPageBackgroundView,
  PublicSettingsView,
} from '@portfolio/contracts';
import { Answers } from '../http/answers.decorator.ts';
import { SettingsService } from './settings.service.ts';

/** A change of the look is to be seen at once, so nobody may show an answer without asking again. */
const FRESH = ['cache-control', 'no-cache'] as const;

@Controller('api/public')
export class PublicSettingsController {
  constructor(private readonly settings: SettingsService) {}

  /** Answers all that public pages need to know of the settings. */
  @Get('settings')
  @Header(...FRESH)
  @Answers('PublicSettingsView')
  all(): Promise<PublicSettingsView> {
    return this.settings.allPublic();
  }

  /** Answers whether public pages are dark. */
  @Get('dark-theme')
  @Header(...FRESH)
  @Answers('DarkThemeView')
  darkTheme(): Promise<DarkThemeView> {
    return this.settings.darkTheme();
  }

  /** Answers the address of the background image. */
  @Get('background-image')
  @Header(...FRESH)
  @Answers('BackgroundImageView')
  backgroundImage(): Promise<BackgroundImageView> {
    return this.settings.backgroundImage();
  }

  /** Answers whether the background image covers the whole page. */
  @Get('full-page-background')
  @Header(...FRESH)
  @Answers('FullPageBackgroundView')
  fullPageBackground(): Promise<FullPageBackgroundView> {
    return this.settings.fullPageBackground();
  }
}
