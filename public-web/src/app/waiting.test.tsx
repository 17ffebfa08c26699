import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { someSettings } from '../../test/fixtures.ts';
import { answerWith, renderAt } from '../../test/render-page.tsx';
import { GalleryPage } from '../features/galleries/gallery-page.tsx';
import { PhotoPage } from '../features/photos/photo-page.tsx';
import { Waiting } from './waiting.tsx';

describe('a page that is on its way', () => {
  it.each([
    ['/about', <Waiting />],
    ['/photo/1', <PhotoPage comments={() => null} />],
    ['/gallery/slack-water', <GalleryPage />],
  ])("has the name of the site at %s, and no other page's", async (address, page) => {
    document.title = 'The page before';
    answerWith({ '/public/settings': someSettings() });
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) =>
      String(input).includes('/public/') ? fetch(input, init) : new Promise(() => undefined);

    renderAt(address, page);

    await waitFor(() => expect(document.title).toBe('Elin Marsh — Photographs'));
    expect(screen.getByText('Loading…')).toBeTruthy();
  });
});
