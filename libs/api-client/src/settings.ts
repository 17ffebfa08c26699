import type {
  BackgroundUploadAnswer,
  DoneAnswer,
  ProfileAnswer,
  PublicSettingsView,
  PublicTextsView,
  SaveProfile,
  SaveSettings,
  WebsiteSettingsAnswer,
  WebsiteSettingsView,
} from '@portfolio/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from './http.ts';
import { upload, type UploadOptions } from './upload.ts';

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

/** Every setting by name, as the administrator sees them. */
export const websiteSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings', 'website'],
    queryFn: async ({ signal }) => (await api.get<WebsiteSettingsView>('/admin/settings/website', signal)).settings,
  });

/** Saves the settings that are given: all of them or none. */
export const saveSettings = (api: Api, settings: SaveSettings['settings']) =>
  api.put<WebsiteSettingsAnswer>('/admin/settings/website', { settings });

/** Puts a picture behind the public pages. */
export function uploadBackground(api: Api, image: File, options?: UploadOptions) {
  const form = new FormData();
  form.append('image', image);
  return upload<BackgroundUploadAnswer>(api, '/admin/settings/background-image', form, options);
}

export const removeBackground = (api: Api) => api.delete<DoneAnswer>('/admin/settings/background-image');

/** With a new password the answer carries a fresh token, and every other one is dead. */
export const saveProfile = (api: Api, profile: SaveProfile) =>
  api.put<ProfileAnswer>('/admin/settings/profile', profile);
