import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Content-Security-Policy of JSON and pictures: no scripts, no requests, no frames. */
const NO_PAGE_CSP = [
  "default-src 'none'",
  // Browsers style a picture that is opened by itself.
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ');

/** Security headers of responses that bypass Fastify's hooks. */
export const SECURITY_HEADERS = {
  vary: 'Origin',
  'content-security-policy': NO_PAGE_CSP,
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
};

/** Security headers of pictures on the fast path: names and values in turn. */
export const MEDIA_SECURITY_HEADERS: readonly string[] = Object.entries(SECURITY_HEADERS).flat();

/** Content-Security-Policy of the API description, a page with scripts. */
const DOCS_CSP = [
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

/** Adds security headers to responses, except of preflights and of requests that earlier hooks reject. */
export async function registerHelmet(app: NestFastifyApplication): Promise<void> {
  await app.register(helmet, {
    // The back office may run on its own origin.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    contentSecurityPolicy: false,
    xFrameOptions: { action: 'deny' },
    // The gateway that terminates TLS sets it.
    strictTransportSecurity: false,
  });
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', async ({ url }, reply) => {
    reply.header('content-security-policy', /^\/api\/docs(\/|\?|$)/.test(url) ? DOCS_CSP : NO_PAGE_CSP);
  });
}

/** Seconds for which a browser caches a preflight response. */
const PREFLIGHT_MAX_AGE = 600;

/**
 * CORS for the back office on other origins. Requests carry a token, never a cookie, so credentials are off.
 *
 * @param origins allowed ones; a path after an origin, such as a slash, is ignored
 */
export function corsOptions(origins: string[]) {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  return {
    // `false` makes Fastify send no CORS headers at all.
    origin: (origin: string | undefined, respond: (error: null, isAllowed: boolean) => void) =>
      respond(null, origin !== undefined && allowed.has(origin)),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['retry-after', 'content-disposition', 'etag', 'x-request-id'],
    credentials: false,
    maxAge: PREFLIGHT_MAX_AGE,
  };
}
