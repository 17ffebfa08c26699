import { readFileSync } from 'node:fs';
import type { Locate, PageAssets, Render, RenderFailurePage } from '../src/app/layout/render.ts';

/** Output of the builds. */
export interface BuiltSite {
  /** Folder of the files for browsers. */
  client: URL;
  /** Assets of the visitors' pages. */
  assets: PageAssets;
  /** HTML of the page that loads the back office. */
  adminShell: string;
  locate: Locate;
  render: Render;
  renderFailure: RenderFailurePage;
  /** The pages' inline script. */
  inlineScript: string;
}

/** @param folder with `client/` and `ssr/` */
export async function readBuiltSite(folder: URL): Promise<BuiltSite> {
  const client = new URL('client/', folder);
  const pages: Pick<BuiltSite, 'locate' | 'render' | 'renderFailure' | 'inlineScript'> = await import(
    new URL('ssr/entry-server.js', folder).href
  );
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8')) as Manifest;
  return {
    client,
    assets: assetsOf(manifest),
    adminShell: readFileSync(new URL('admin.html', client), 'utf8'),
    ...pages,
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
