import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Site } from '../src/app/site.ts';
import type { PageMemory } from '../src/app/render.ts';
import type { BuiltSite } from './built-site.ts';
import { KeptPage } from './kept-page.ts';
import type { RenderPage } from './page-cache.ts';

export interface RenderPageOptions {
  site: Site;
  apiOrigin: string;
  memory: PageMemory;
  report: (error: unknown) => void;
}

/** Renders pages as everybody gets them: nothing that a visitor sends along has a part in it but the address. */
export function pageRenderer({ render, assets }: BuiltSite, options: RenderPageOptions): RenderPage {
  return async (address) => {
    const page = await render({ ...options, address, assets });
    if ('goTo' in page) throw new Error('Only a form leads elsewhere');
    return new KeptPage(page.status, await buffer(page.pipe(new PassThrough())), page.isOdd);
  };
}
