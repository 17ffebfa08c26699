import type {
  BackgroundUploadResponse,
  MessageResponse,
  ProfileResponse,
  PublicSettingsView,
  PublicTextsView,
  SaveProfile,
  SaveSettings,
  UserResponse,
  WebsiteSettingsResponse,
  WebsiteSettingsView,
} from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from './http.ts';
import { imageForm } from './photos.ts';
import { getQuery } from './queries.ts';
import { upload, type UploadOptions } from './upload.ts';
import { deleteVersioned, getVersioned, putVersioned } from './versions.ts';

/** Milliseconds for which settings are fresh: changes must show within 5 seconds. */
const FRESH = 2_000;

/** Theme, artist and language of the public pages. */
export const publicSettingsQuery = (api: Api) => ({
  ...getQuery<PublicSettingsView>(api, ['settings', 'public'], '/public/settings'),
  staleTime: FRESH,
});

/** The artist's texts on the public pages. */
export const publicTextsQuery = (api: Api) => ({
  ...getQuery<PublicTextsView>(api, ['settings', 'texts'], '/public/texts'),
  staleTime: FRESH,
});

/** All settings for the administrator, with their version. */
export const websiteSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings', 'website'],
    queryFn: ({ signal }) => getVersioned<WebsiteSettingsView>(api, '/admin/settings/website', signal),
  });

/** Saves settings atomically. @param etag version that they are based on */
export const saveSettings = (api: Api, settings: SaveSettings['settings'], etag?: string) =>
  putVersioned<WebsiteSettingsResponse>(api, '/admin/settings/website', { settings }, etag);

/** @param options `ifMatch`: version of the replaced background image */
export const uploadBackground = (api: Api, image: File, options?: UploadOptions) =>
  upload<BackgroundUploadResponse>(api, '/admin/settings/background-image', imageForm(image), options);

/** @param etag version of the removed image */
export const removeBackground = (api: Api, etag?: string) =>
  deleteVersioned<MessageResponse>(api, '/admin/settings/background-image', etag);

export const versionedProfile = (api: Api) => getVersioned<UserResponse>(api, '/auth/me');

/**
 * A new password revokes all tokens; the response has a new one.
 *
 * @param etag version that the changes are based on
 */
export const saveProfile = (api: Api, profile: SaveProfile, etag?: string) =>
  putVersioned<ProfileResponse>(api, '/admin/settings/profile', profile, etag);
