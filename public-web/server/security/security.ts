/** What a page may do and load. */
export interface PagePolicy {
  /** Visitors know the site by an https address. */
  isSecure?: boolean;
  /** Origins beside our own that its scripts, styles and requests may come from and go to. */
  origins?: string[];
  /** The page's scripts add `<style>` elements, and show pictures that have not been sent yet. */
  isBackOffice?: boolean;
}

/** What a browser offers and no page of ours uses. A script that got in all the same cannot use it either. */
const UNUSED = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];
/** What sharing a photo needs. `web-share` is ours unless it is refused, and not every browser knows it by that name. */
const USED = ['clipboard-write'];
const PERMISSIONS = [...UNUSED.map((feature) => `${feature}=()`), ...USED.map((feature) => `${feature}=(self)`)].join(
  ', ',
);

const YEAR = 365 * 24 * 60 * 60;

/** The headers that every answer of this server has, whatever it is. */
export const everywhere = (isSecure: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Of this host alone: what else there is under its domain is not ours to decide.
  ...(isSecure ? { 'strict-transport-security': `max-age=${YEAR}` } : {}),
});

/** The headers that keep a page to what it is meant to do. */
export function securityHeaders({ isSecure = false, origins = [], isBackOffice = false }: PagePolicy = {}) {
  const own = ["'self'", ...origins].join(' ');
  const directives = [
    "default-src 'none'",
    `script-src ${own}`,
    // Placeholders and proportions of pictures are attributes; nothing else in a page may bring styles along.
    `style-src ${own}${isBackOffice ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${own} data:${isBackOffice ? ' blob:' : ''}`,
    `font-src ${own}`,
    `connect-src ${own}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    ...everywhere(isSecure),
    'content-security-policy': directives.join('; '),
    'permissions-policy': PERMISSIONS,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
