import type { PublicSettingsView } from '@portfolio/contracts';

const ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

function coloursOf({ darkTheme }: PublicSettingsView) {
  const paper = darkTheme ? '#111110' : '#faf9f6';
  return { theme_color: paper, background_color: paper };
}

/** Web app manifest: https://www.w3.org/TR/appmanifest/ */
export function toManifest(settings: PublicSettingsView): string {
  const { artistName, siteTitle, language } = settings;
  const name = siteTitle || 'Portfolio';
  return JSON.stringify({
    id: '/',
    name,
    short_name: name,
    description: `Photographs${artistName && ` by ${artistName}`}`,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    ...coloursOf(settings),
    icons: ICONS,
  });
}

/**
 * Web app manifest of the back office, with a target for shared photos: https://w3c.github.io/web-share-target/
 * `admin-web/public/manifest.webmanifest` is that of the standalone one.
 */
export const toAdminManifest = (settings: PublicSettingsView): string =>
  JSON.stringify({
    id: '/admin',
    name: `${settings.siteTitle || 'Portfolio'} back office`,
    short_name: 'Back office',
    lang: 'en',
    start_url: '/admin',
    scope: '/admin',
    display: 'standalone',
    ...coloursOf(settings),
    icons: ICONS,
    share_target: {
      action: '/admin/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'photos', accept: ['image/*'] }] },
    },
  });
