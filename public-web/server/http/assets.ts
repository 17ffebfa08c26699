import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { fileURLToPath } from 'node:url';

const YEAR = '365d';

/** What stands for the site where browsers and phones list it. Their names are known to all, so they stay. */
const ICONS = [
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  ...['icon', 'icon-maskable'].flatMap((name) => [`${name}-192.png`, `${name}-512.png`]),
];

/** Serves the built files. Those with a hash in their name never change; each is sent as the build compressed it. */
export async function registerAssets(server: FastifyInstance, client: URL): Promise<void> {
  for (const [index, folder] of ['assets', 'admin-assets'].entries()) {
    await server.register(fastifyStatic, {
      root: fileURLToPath(new URL(folder, client)),
      prefix: `/${folder}/`,
      decorateReply: index === 0,
      preCompressed: true,
      immutable: true,
      maxAge: YEAR,
      setHeaders: (reply) => void reply.header('cross-origin-resource-policy', 'same-origin'),
    });
  }
  for (const icon of ICONS) {
    server.get(`/${icon}`, (_request, reply) =>
      reply.sendFile(icon, fileURLToPath(client), { maxAge: '1d', immutable: false }),
    );
  }
}
