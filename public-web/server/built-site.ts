import { readFileSync } from 'node:fs';
import type { PageAssets } from '../src/app/layout/render.ts';
import type * as pages from '../src/entry-server.tsx';

type Pages = typeof pages;

/** Output of the builds: files, and the exports of `entry-server.tsx`. */
export interface BuiltSite extends Pages {
  /** Folder of the files for browsers. */
  client: URL;
  assets: PageAssets;
  /** HTML of the page that loads the back office. */
  adminShell: string;
}

/** @param folder with `client/` and `ssr/` */
export async function readBuiltSite(folder: URL): Promise<BuiltSite> {
  const client = new URL('client/', folder);
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8')) as Manifest;
  return {
    client,
    assets: assetsOf(manifest),
    adminShell: readFileSync(new URL('admin.html', client), 'utf8'),
    ...((await import(new URL('ssr/entry-server.js', folder).href)) as Pages),
  };
}

/** Vite's manifest: output files by source. */
type Manifest = Record<string, { file: string; assets?: string[] }>;

function assetsOf(manifest: Manifest): PageAssets {
  const entry = manifest['src/entry-client.tsx'];
  const loader = manifest['src/hydrate-on-interaction.ts'];
  if (!entry || !loader) throw new Error('The build of the pages has no entry: run `npm run build`');
  const address = (file: string) => `/${file}`;
  return {
    loader: address(loader.file),
    script: address(entry.file),
    views: Object.fromEntries(
      Object.entries(manifest).flatMap(([source, { file }]) => {
        const name = /^src\/pages\/(.+)\.tsx$/.exec(source)?.[1];
        return name ? [[name, address(file)]] : [];
      }),
    ),
    // One stylesheet for all pages, which Vite lists beside the entry.
    styles: Object.values(manifest).flatMap(({ file }) => (file.endsWith('.css') ? [address(file)] : [])),
    // Preloads Latin alone: pages fetch other ranges when they need them.
    fonts: (entry.assets ?? []).filter((file) => /-latin-wght-normal[^/]*\.woff2$/.test(file)).map(address),
  };
}
