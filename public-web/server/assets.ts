import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PageAssets } from '../src/app/render.ts';

const YEAR = '365d';

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
      setHeaders: (reply) => void reply.header('x-content-type-options', 'nosniff'),
    });
  }
  server.get('/favicon.svg', (_request, reply) =>
    reply.sendFile('favicon.svg', fileURLToPath(client), { maxAge: '1d' }),
  );
}

interface ManifestEntry {
  file: string;
  css?: string[];
  assets?: string[];
}

/** Finds in Vite's manifest what a visitor's page is made of. */
export function readAssets(client: URL): PageAssets {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8')) as Record<
    string,
    ManifestEntry
  >;
  const entry = manifest['src/entry-client.tsx'];
  if (!entry) throw new Error('The build of the visitors’ pages has no entry: run `npm run build`');
  const address = (file: string) => `/${file}`;
  return {
    script: address(entry.file),
    styles: (entry.css ?? []).map(address),
    // Latin alone: the other ranges are fetched by the pages that need them.
    fonts: (entry.assets ?? []).filter((file) => /-latin-wght-normal[^/]*\.woff2$/.test(file)).map(address),
  };
}
