import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { trailHeaders } from '@portfolio/telemetry';
import type { Site } from '../../src/app/data/contexts.ts';
import type { PageMemory } from '../../src/app/layout/render.ts';
import type { BuiltSite } from '../built-site.ts';
import { CachedPage } from '../cache/cached-page.ts';
import type { RenderPage } from '../cache/page-cache.ts';

export interface RenderPageOptions {
  site: Site;
  apiOrigin: string;
  memory: PageMemory;
  report: (error: unknown) => void;
  /** Told of a page that could not be filled. */
  onFailure?: (() => void) | undefined;
}

/**
 * Renders pages as everybody gets them: nothing that a visitor sends along has a part in it but the address. The API hears
 * the id of the request that a page is rendered for first, which changes nothing about what it answers.
 */
export function pageRenderer({ render, locate, assets }: BuiltSite, options: RenderPageOptions): RenderPage {
  return async (address) => {
    const page = await render({ ...options, headers: trailHeaders(), address, assets });
    if ('goTo' in page) throw new Error('Only a form leads elsewhere');
    if (page.status >= 500) options.onFailure?.();
    const html = await buffer(page.pipe(new PassThrough()));
    return new CachedPage(page.status, html, page.isUnbounded, locate(address).pattern);
  };
}
