import { Injectable } from '@nestjs/common';
import {
  canonicalLanguage,
  RENDITION_SETTINGS,
  validateSettings,
  themeSettings,
  type BackgroundImageView,
  type DarkThemeView,
  type FullPageBackgroundView,
  type PublicSettingsView,
  type PublicTextsView,
  type SaveSettings,
  type WebsiteSettingsView,
} from '@portfolio/contracts';
import { JobDispatcher } from '../backend/job-dispatcher.ts';
import { AppError } from '../http/app-error.ts';
import { withoutUndefined } from '../http/optional-values.ts';
import { type Precondition, entityTagOf, Versioned } from '../http/versions.ts';
import { MediaAddress } from '../media/media-address.ts';
import { PhotosService } from '../photos/photos.service.ts';
import { BackgroundRepository } from './background.repository.ts';
import { backgroundUrl } from './background.view.ts';
import { toPublicSettingsView, toPublicTextsView, toWebsiteSettingsView } from './settings.view.ts';
import { SettingsRepository } from './settings.repository.ts';

/** Trims addresses and choices, normalises the language, and sets `theme` and `dark_theme` together. Texts stay as typed. */
const normalise = (given: SaveSettings['settings']): SaveSettings['settings'] =>
  withoutUndefined({
    ...given,
    ...themeSettings(given),
    licence_url: given.licence_url?.trim(),
    largest_public_size: given.largest_public_size?.trim(),
    language: given.language && (canonicalLanguage(given.language.trim()) ?? ''),
    time_zone: given.time_zone?.trim(),
  });

@Injectable()
export class SettingsService {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly backgrounds: BackgroundRepository,
    private readonly jobs: JobDispatcher,
    private readonly address: MediaAddress,
    private readonly photos: PhotosService,
  ) {}

  /** All settings and their version. The background image has a version of its own. */
  async website(): Promise<Versioned<WebsiteSettingsView>> {
    const [values, latest, shown] = await Promise.all([
      this.settings.values(),
      this.backgrounds.findLatest(),
      this.backgrounds.findShown(),
    ]);
    return new Versioned(toWebsiteSettingsView(values, { latest, shown }, this.address), entityTagOf(values));
  }

  /** Saves the given settings. A change of rights, largest size or focal point enqueues new renditions. */
  async save({ settings }: SaveSettings, precondition?: Precondition): Promise<Versioned<WebsiteSettingsView>> {
    const errors = validateSettings(settings);
    if (Object.keys(errors).length > 0) throw new AppError('request.invalid', { errors });
    const changed = await this.settings.save(normalise(settings), precondition);
    if (changed === 'outdated') throw AppError.outdated(await this.website());
    if (RENDITION_SETTINGS.some((name) => changed.includes(name))) {
      await this.jobs.enqueue('housekeeping.refresh-pictures', { savedAt: Date.now() });
    }
    return this.website();
  }

  async darkTheme(): Promise<DarkThemeView> {
    return { darkTheme: (await this.settings.values()).dark_theme === 'true' };
  }

  async fullPageBackground(): Promise<FullPageBackgroundView> {
    return { fullPageBackground: (await this.settings.values()).full_page_background === 'true' };
  }

  async backgroundImage(): Promise<BackgroundImageView> {
    return { backgroundImage: backgroundUrl(await this.backgrounds.findShown(), this.address) };
  }

  async allPublic(): Promise<PublicSettingsView> {
    const [values, shown] = await Promise.all([this.settings.values(), this.backgrounds.findShown()]);
    return toPublicSettingsView(values, shown, this.address);
  }

  async publicTexts(): Promise<PublicTextsView> {
    const values = await this.settings.values();
    const portrait = values.about_portrait ? await this.photos.findPicture(Number(values.about_portrait)) : null;
    return toPublicTextsView(values, portrait);
  }
}
