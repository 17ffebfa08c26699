import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** JSON and pictures: whatever somebody makes a browser take them for, nothing in them runs, loads, or is framed. */
const NO_PAGE = [
  "default-src 'none'",
  // Browsers dress up a picture that is opened by itself.
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ');

/** What the framework says with every picture, for those that go past it: names and values in turn. */
export const MEDIA_SECURITY_HEADERS: readonly string[] = Object.entries({
  vary: 'Origin',
  'content-security-policy': NO_PAGE,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}).flat();

/** The description of the API, which is a page with scripts of its own. */
const DOCS = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Gives every answer the headers that keep a browser from making more of it than it is. */
export async function registerHelmet(app: NestFastifyApplication): Promise<void> {
  await app.register(helmet, {
    // Pictures and JSON are for other origins too: the back office may run on its own.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    contentSecurityPolicy: false,
    xFrameOptions: { action: 'deny' },
    // Whether the site is reached by TLS is known where TLS ends.
    strictTransportSecurity: false,
  });
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', async ({ url }, reply) => {
    reply.header('content-security-policy', /^\/api\/docs(\/|\?|$)/.test(url) ? DOCS : NO_PAGE);
  });
}
