import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { GALLERY_LAYOUTS, type GalleryView, type InterludeView } from '@portfolio/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aGallery, aPhoto } from '../../../test/fixtures.ts';
import { respondWith, renderAt } from '../../../test/render-page.tsx';
import { GalleryPage } from './gallery-page.tsx';

const open = (
  photos: ReturnType<typeof aPhoto>[],
  more: Partial<GalleryView> = {},
  interludes: InterludeView[] = [],
) => {
  const gallery = { ...aGallery(more), photo_count: photos.length, photoCount: photos.length };
  respondWith({ '/galleries/slack-water?limit=60': { gallery, photos, interludes } });
  renderAt('/gallery/slack-water', <GalleryPage />);
};

describe('GalleryPage', () => {
  it('shows the photos in order, each with the width of its ratio', async () => {
    open([
      aPhoto({ id: 1, title: 'Wide', width: 3000, height: 1250, comment_count: 1 }),
      aPhoto({ id: 2, title: 'Square', width: 2400, height: 2400, comment_count: 2 }),
      aPhoto({ id: 3, title: 'Upright', width: 2400, height: 3600 }),
    ]);

    await screen.findByRole('heading', { level: 1, name: 'Slack Water' });
    const tiles = within(screen.getAllByRole('list').at(-1) as HTMLElement).getAllByRole('listitem');
    expect(tiles.map((tile) => tile.style.getPropertyValue('--ratio'))).toEqual(['2.4000', '1.0000', '0.6667']);
    expect(tiles.map((tile) => tile.textContent)).toEqual(['Wide1 comment', 'Square2 comments', 'Upright0 comments']);
    expect(within(tiles[0] as HTMLElement).getByRole('link')).toHaveAttribute('href', '/photo/1?gallery=slack-water');
    expect(screen.getByRole('link', { name: 'Back to Galleries' })).toHaveAttribute('href', '/galleries');
  });

  it.each(GALLERY_LAYOUTS)('shows texts and pauses between lists of photos: %s', async (layout) => {
    open(
      [1, 2, 3].map((id) => aPhoto({ id, title: `Photo ${id}` })),
      { layout },
      [
        { before: 3, text: 'The second winter.' },
        { before: 3, text: null },
      ],
    );

    const text = await screen.findByText('The second winter.');
    const [before, after] = screen.getAllByRole('list').slice(-2) as [HTMLElement, HTMLElement];
    expect(before).toHaveClass(layout);
    expect(within(before).getAllByRole('listitem')).toHaveLength(2);
    expect(before.nextElementSibling).toBe(text);
    expect(within(after).getByRole('link')).toHaveAttribute('href', '/photo/3?gallery=slack-water');
  });

  it('shows the texts before a photo once, also when it moved between two responses', async () => {
    const gallery = aGallery();
    const photos = [1, 2, 3].map((id) => aPhoto({ id, title: `Photo ${id}` }));
    const interludes = [
      { before: 2, text: 'The second winter.' },
      { before: 2, text: 'The ice.' },
    ];
    const later = [...interludes, { before: 3, text: 'The thaw.' }];
    respondWith({
      '/galleries/slack-water?limit=60': { gallery, photos: photos.slice(0, 2), interludes, next_cursor: 'c2' },
      '/galleries/slack-water?limit=60&cursor=c2': {
        gallery,
        photos: photos.slice(1),
        interludes: later,
        next_cursor: null,
      },
    });
    renderAt('/gallery/slack-water', <GalleryPage />);

    await userEvent.click(await screen.findByRole('link', { name: 'Show more photos' }));

    expect(await screen.findByText('The thaw.')).toBeVisible();
    for (const { text } of interludes) expect(screen.getByText(text)).toBeVisible();
  });

  it('shows descriptions in a column', async () => {
    const photo = aPhoto({ description: 'At low tide.' });
    open([photo, aPhoto({ id: 2, description: null })], { layout: 'column' });

    expect(await screen.findByText('At low tide.')).toBeVisible();
  });

  it('loads the first photos eagerly and the others lazily', async () => {
    open([1, 2, 3, 4, 5].map((id) => aPhoto({ id, title: `Photo ${id}`, alt_text: `Boats ${id}` })));

    const images = await screen.findAllByRole('img');

    expect(images.map((image) => image.getAttribute('loading'))).toEqual(['eager', 'eager', 'eager', 'eager', 'lazy']);
    // The largest in view depends on the window.
    expect(images.filter((image) => image.getAttribute('fetchpriority') === 'high')).toHaveLength(4);
  });

  it('opens with its cover in the whole window where the artist chose so', async () => {
    open(
      [1, 2].map((id) => aPhoto({ id, alt_text: `Boats ${id}` })),
      { opening: 'cover' },
    );

    const title = await screen.findByRole('heading', { level: 1, name: 'Slack Water' });
    const hero = title.closest('section')!;
    expect(hero).toHaveAttribute('data-background', 'hero');
    const cover = hero.querySelector('img')!;
    expect(cover).toHaveAttribute('alt', '');
    expect(cover).toHaveAttribute('fetchpriority', 'high');
    expect(cover).toHaveAttribute('sizes', 'max(100vw, 1.5 * max(24rem, 100vh))');
    for (const photo of screen.getAllByRole('img')) expect(photo).toHaveAttribute('loading', 'lazy');
  });

  it('has a plain opening without a cover', async () => {
    open([], { opening: 'cover', preview: null });

    await screen.findByRole('heading', { level: 1, name: 'Slack Water' });
    expect(document.querySelector('[data-background]')).toBeNull();
  });

  it('announces each photo once: the picture is decorative beside its title', async () => {
    open([aPhoto({ id: 1, title: 'Wide' }), aPhoto({ id: 2, title: 'Square', alt_text: 'Boats in fog' })]);

    expect(await screen.findByRole('link', { name: 'Wide 0 comments' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Boats in fog Square 0 comments' })).toBeVisible();
  });

  it('shows a notice without photos', async () => {
    open([]);

    expect(await screen.findByText('No photos yet')).toBeVisible();
  });

  it('shows a notice for an unknown gallery', async () => {
    respondWith({});
    renderAt('/gallery/gone', <GalleryPage />);

    expect(await screen.findByRole('heading', { name: 'Gallery not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Galleries' })).toHaveAttribute('href', '/galleries');
  });

  it('asks for the password of a private gallery', async () => {
    respondWith({ '/galleries/drafts/lock': { title: 'Drafts' } });
    renderAt('/gallery/drafts', <GalleryPage />);

    expect(await screen.findByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible();
    expect(screen.getByLabelText(/^Password/)).toHaveAttribute('type', 'password');
    const form = screen.getByRole('form', { name: 'Open the gallery' });
    expect(form).toHaveAttribute('method', 'post');
    expect(within(form).getByRole('button', { name: 'Open Gallery' })).toHaveAttribute('type', 'submit');
  });

  it('can be loaded again when its title was not loaded', async () => {
    respondWith({ '/galleries/drafts/lock': 503 });
    renderAt('/gallery/drafts', <GalleryPage />);
    const retry = await screen.findByRole('button', { name: 'Try Again' });

    respondWith({ '/galleries/drafts/lock': { title: 'Drafts' } });
    await userEvent.click(retry);

    expect(await screen.findByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible();
  });
});
