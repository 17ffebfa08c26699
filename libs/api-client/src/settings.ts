import type {
  BackgroundUploadAnswer,
  MessageResponse,
  ProfileAnswer,
  PublicSettingsView,
  PublicTextsView,
  SaveProfile,
  SaveSettings,
  UserAnswer,
  WebsiteSettingsAnswer,
  WebsiteSettingsView,
} from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from './http.ts';
import { upload, type UploadOptions } from './upload.ts';
import { deleteVersioned, getVersioned, putVersioned } from './versions.ts';

/** Milliseconds for which the look of the site is taken as it is: a change is to be seen within 5 seconds. */
const FRESH = 2_000;

/** What the artist has set for the public pages: their look, and whose they are. */
export const publicSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings', 'public'],
    queryFn: ({ signal }) => api.get<PublicSettingsView>('/public/settings', signal),
    staleTime: FRESH,
  });

/** What the artist has written for the pages that are hers alone to word. */
export const publicTextsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings', 'texts'],
    queryFn: ({ signal }) => api.get<PublicTextsView>('/public/texts', signal),
    staleTime: FRESH,
  });

/** Every setting by name, as the administrator sees them, and their version. */
export const websiteSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings', 'website'],
    queryFn: ({ signal }) => getVersioned<WebsiteSettingsView>(api, '/admin/settings/website', signal),
  });

/**
 * Saves the settings that are given: all of them or none.
 *
 * @param etag version that they were made from
 */
export const saveSettings = (api: Api, settings: SaveSettings['settings'], etag?: string) =>
  putVersioned<WebsiteSettingsAnswer>(api, '/admin/settings/website', { settings }, etag);

/**
 * Puts a picture behind the public pages.
 *
 * @param options `ifMatch`: version of the background image that it replaces
 */
export function uploadBackground(api: Api, image: File, options?: UploadOptions) {
  const form = new FormData();
  form.append('image', image);
  return upload<BackgroundUploadAnswer>(api, '/admin/settings/background-image', form, options);
}

/** @param etag version of the one to remove */
export const removeBackground = (api: Api, etag?: string) =>
  deleteVersioned<MessageResponse>(api, '/admin/settings/background-image', etag);

export const versionedProfile = (api: Api) => getVersioned<UserAnswer>(api, '/auth/me');

/**
 * With a new password the answer carries a fresh token, and every other one is dead.
 *
 * @param etag version that the changes were made from
 */
export const saveProfile = (api: Api, profile: SaveProfile, etag?: string) =>
  putVersioned<ProfileAnswer>(api, '/admin/settings/profile', profile, etag);
