import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileURLToPath } from 'node:url';
import type { Env } from '../env.ts';
import { securityHeaders } from '../security/security.ts';

/** Icons at well-known names. */
const ICONS = [
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  ...['icon', 'icon-maskable'].flatMap((name) => [`${name}-192.png`, `${name}-512.png`]),
];

/** Service worker of the back office; at this address it may serve pages of the back office alone. */
const SHARE_WORKER = '/admin/share-worker.js';

/** Serves the built files, precompressed. Hashed names are immutable. */
export async function registerAssets(server: FastifyInstance, client: URL): Promise<void> {
  for (const [index, folder] of ['assets', 'admin-assets'].entries()) {
    await server.register(fastifyStatic, {
      root: fileURLToPath(new URL(folder, client)),
      prefix: `/${folder}/`,
      decorateReply: index === 0,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      // The ETag suffices.
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply) => {
        reply.header('cross-origin-resource-policy', 'same-origin');
        // Ours is the default of browsers, and a first visit gets four such files.
        reply.removeHeader('referrer-policy');
      },
    });
  }
  for (const icon of ICONS) {
    server.get(`/${icon}`, (_request, reply) =>
      reply.sendFile(icon, fileURLToPath(client), { maxAge: '1d', immutable: false }),
    );
  }
  server.get(SHARE_WORKER, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .sendFile('share-worker.js', fileURLToPath(client), { cacheControl: false }),
  );
}

/** Serves the page that loads the back office, at /admin and below. */
export function registerAdminShell(
  server: FastifyInstance,
  html: string,
  { ADMIN_REMOTE_URL: manifestUrl, ADMIN_URL }: Readonly<Env>,
  isSecure: boolean,
): void {
  const remote = manifestUrl.startsWith('/') ? undefined : new URL(manifestUrl);
  // A remote of another origin is a standalone app in the folder of its manifest.
  const standaloneUrl = ADMIN_URL ?? (remote && new URL('.', remote).href);
  const config = JSON.stringify({ manifestUrl, standaloneUrl }).replaceAll('<', '\\u003c');
  const page = html.replace(
    '<!--admin-config-->',
    () => `<script id="admin-config" type="application/json">${config}</script>`,
  );
  const headers = {
    ...securityHeaders({ isSecure, origins: remote ? [remote.origin] : [], isBackOffice: true }),
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex',
  };
  // Shared files reach the server only without an active service worker: the page then says that they were not saved.
  const toPhotos = async (_: unknown, reply: FastifyReply) => reply.redirect('/admin/photos?shared', 303);
  server.post('/admin/share', { onRequest: toPhotos }, async () => undefined);
  for (const path of ['/admin', '/admin/*']) {
    server.get(path, async (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(page));
  }
}
