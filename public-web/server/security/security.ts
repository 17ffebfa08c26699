import { createHash } from 'node:crypto';

interface PagePolicy {
  /** The public origin is https. */
  isSecure?: boolean;
  /** Further origins of scripts, styles and requests. */
  origins?: string[];
  /** Allows this script, by its hash. */
  inlineScript?: string;
  /** Allows inserted `<style>` elements, and previews of selected files. */
  isBackOffice?: boolean;
}

/** Browser features that no page uses; denied to injected scripts too. */
const UNUSED_FEATURES = [
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
  'usb',
  'xr-spatial-tracking',
];
/**
 * Sharing a photo needs `clipboard-write`, the slideshow `screen-wake-lock`. `web-share` is allowed by default, and some
 * browsers do not know its name.
 */
const USED_FEATURES = ['clipboard-write', 'screen-wake-lock'];
const PERMISSIONS = [
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
  ...USED_FEATURES.map((feature) => `${feature}=(self)`),
].join(', ');

const YEAR = 365 * 24 * 60 * 60;

/** Headers of every response; built files omit `referrer-policy`. */
export const commonHeaders = (isSecure: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Without includeSubDomains: other hosts of the domain may differ.
  ...(isSecure ? { 'strict-transport-security': `max-age=${YEAR}` } : {}),
});

/** Headers of pages, with the content security policy. */
export function securityHeaders({
  isSecure = false,
  origins = [],
  inlineScript,
  isBackOffice = false,
}: PagePolicy = {}) {
  const hash = inlineScript && createHash('sha256').update(inlineScript).digest('base64');
  const own = ["'self'", ...origins].join(' ');
  const directives = [
    "default-src 'none'",
    `script-src ${own}${hash ? ` 'sha256-${hash}'` : ''}`,
    // Inline style attributes hold placeholders and proportions of pictures.
    `style-src ${own}${isBackOffice ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${own} data:${isBackOffice ? ' blob:' : ''}`,
    `font-src ${own}`,
    `connect-src ${own}`,
    "manifest-src 'self'",
    ...(isBackOffice ? ["worker-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    ...commonHeaders(isSecure),
    'content-security-policy': directives.join('; '),
    'permissions-policy': PERMISSIONS,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
