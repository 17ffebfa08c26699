import type { PublicSettingsView } from '@portfolio/contracts';

const ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** Web app manifest: https://www.w3.org/TR/appmanifest/ */
export function toManifest({ artistName, siteTitle, darkTheme, language }: PublicSettingsView): string {
  const paper = darkTheme ? '#111110' : '#faf9f6';
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
    theme_color: paper,
    background_color: paper,
    icons: ICONS,
  });
}
