import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuiltSite } from '../server/built-site.ts';
import { readEnv } from '../server/env.ts';
import { createServer, type RequestLimits, type Observability } from '../server/server.ts';
import { inlineScript, locate, render, renderFailure } from '../src/entry-server.tsx';
import { aSite, startFakeApi } from './fake-api.ts';

const SHELL =
  '<!doctype html><html lang="en"><head><!--admin-config--></head><body><div id="root"></div></body></html>';

/**
 * Starts the public site's server with a fake API.
 *
 * @param built parts of a build; by default the pages run from source
 */
export async function startTestSite(
  env: NodeJS.ProcessEnv = {},
  limits?: Partial<RequestLimits>,
  observability?: Observability,
  built?: Partial<BuiltSite>,
) {
  const api = await startFakeApi(aSite());
  const folder = mkdtempSync(join(tmpdir(), 'public-web-'));
  for (const name of ['assets', 'admin-assets']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'assets/entry-abc.js'), 'export {};');
  writeFileSync(join(folder, 'share-worker.js'), 'export {};');
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');

  const server = await createServer(
    readEnv({ LOG_LEVEL: 'silent', API_URL: api.origin, PUBLIC_URL: 'https://elin.example', ...env }),
    {
      client: pathToFileURL(`${folder}/`),
      assets: {
        loader: '/assets/loader-abc.js',
        script: '/assets/entry-abc.js',
        views: { home: '/assets/home-abc.js', photo: '/assets/photo-abc.js' },
        styles: ['/assets/entry-abc.css'],
        fonts: ['/assets/serif.woff2'],
      },
      adminShell: SHELL,
      locate,
      render,
      renderFailure,
      inlineScript,
      ...built,
    },
    limits,
    observability,
  );
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    api,
    origin,
    get: (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers, redirect: 'manual' }),
    async stop() {
      await server.close();
      await api.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Parses the parts of a page that tests check. */
export function readPage(html: string) {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '');
  const meta = (name: string) => all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'));
  return {
    titles: all(/<title>([^<]*)<\/title>/g),
    meta,
    canonical: all(/<link rel="canonical" href="([^"]*)"/g),
    headings: all(/<h1[^>]*>(.*?)<\/h1>/g),
    links: all(/<a [^>]*?href="([^"]*)"/g),
    state: JSON.parse(all(/<script id="page-state" type="application\/json">(.*?)<\/script>/g)[0] ?? 'null'),
  };
}
