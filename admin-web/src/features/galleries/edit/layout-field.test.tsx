import { describe, expect, it } from '@jest/globals';
import type { PhotoView } from '@portfolio/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aGallery, aPhoto } from '../../../../test/factories.ts';
import { failing } from '../../../../test/fake-api.ts';
import { openEditDialog } from '../../../../test/gallery-dialog.ts';

/** Shows the preview: jsdom loads no frame. */
function loadPreview(name: RegExp) {
  const frame = screen.getByTitle<HTMLIFrameElement>(name);
  fireEvent.load(frame);
  return { frame, page: within(frame.contentDocument!.body) };
}

describe('the layout of a gallery', () => {
  it('is saved', async () => {
    const { user, api, dialog, save, submit } = await openEditDialog();

    expect(dialog.getByLabelText('Layout')).toHaveValue('masonry');
    await user.selectOptions(dialog.getByLabelText('Layout'), 'Pairs');
    expect(dialog.getByLabelText('Layout')).toHaveAccessibleDescription('Two photos side by side');
    await user.click(submit());

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(save)).toMatchObject([{ layout: 'pairs' }]);
  });

  it('has texts in its preview where visitors see them', async () => {
    const [harbour, ridge, meadow] = ['Harbour', 'Ridge', 'Meadow'].map((title) =>
      aPhoto({ title, visibility: title === 'Ridge' ? 'hidden' : 'public' }),
    ) as [PhotoView, PhotoView, PhotoView];
    const gallery = aGallery({ slug: 'slack-water' });
    const interludes = [
      { before: harbour.id, text: 'Autumn' },
      { before: ridge.id, text: 'Winter' },
    ];
    const photos = [harbour, ridge, meadow];
    const response = { gallery, photos, interludes, next_cursor: null, total: 3 };
    await openEditDialog({ 'GET /galleries/slack-water': () => response }, undefined, gallery);
    const { page } = loadPreview(/desktop/);

    expect(await page.findByText('Winter')).toBeInTheDocument();
    expect(page.queryByText('Autumn')).toBeNull();
  });

  it('has the first photos in its preview that visitors see', async () => {
    const hidden = Array.from({ length: 40 }, () => aPhoto({ visibility: 'hidden' }));
    const gallery = aGallery({ slug: 'slack-water' });
    const photos = [...hidden, aPhoto({ title: 'Pier' })];
    const response = { gallery, photos, interludes: [], next_cursor: null, total: 41 };
    await openEditDialog({ 'GET /galleries/slack-water': () => response }, [photos[0]!.title], gallery);

    expect(await loadPreview(/desktop/).page.findByText('Pier')).toBeInTheDocument();
  });

  it('has no placeholder in its preview for a photo with transparency', async () => {
    const gallery = aGallery({ slug: 'slack-water' });
    const photos = [aPhoto({ title: 'Pier', placeholder: 'HyiGrZaId4iAiHiIiKiIiIiAiAiI' })];
    const response = { gallery, photos, interludes: [], next_cursor: null, total: 1 };
    await openEditDialog({ 'GET /galleries/slack-water': () => response }, ['Pier'], gallery);
    const { frame, page } = loadPreview(/desktop/);

    expect(await page.findByText('Pier')).toBeInTheDocument();
    expect(frame.contentDocument!.body.innerHTML).not.toContain('url(');
  });

  it('has photos in its preview that were added elsewhere', async () => {
    const { user, api, gallery, photos, save, submit } = await openEditDialog();
    const { page } = loadPreview(/desktop/);
    const added = aPhoto({ title: 'Pier' });
    const photo_ids = [...photos, added].map(({ id }) => id);
    const outdated = failing('request.outdated', undefined, { gallery, photo_ids, interludes: [] }, '"2"');
    api.respond(`GET /photos/${added.id}`, () => ({ photo: added }));
    api.respond(save, ({ ifMatch }) => (ifMatch === '"2"' ? failing('server.failed') : outdated));

    await user.click(submit());

    expect(await page.findByText('Pier')).toBeInTheDocument();
    expect(page.getAllByRole('listitem')).toHaveLength(4);
  });

  it('begins with the cover in its preview where the gallery opens with it', async () => {
    const { user, dialog, moveButton } = await openEditDialog();
    const { frame, page } = loadPreview(/desktop/);
    const pictures = () => frame.contentDocument!.querySelectorAll('img').length;
    expect(pictures()).toBe(3);
    expect(page.queryByText('Slack Water')).toBeNull();

    await user.click(dialog.getByRole('switch', { name: 'Open with the cover' }));

    expect(pictures()).toBe(4);
    const title = page.getByText('Slack Water');
    expect(title.compareDocumentPosition(page.getByRole('list'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const cover = () => title.parentElement!.querySelector('img')!.src;
    const first = cover();
    act(() => moveButton('Ridge').focus());
    await user.click(dialog.getByRole('button', { name: 'Use as cover' }));
    expect(cover()).not.toBe(first);
  });

  it.each([
    ['public', 'that photo'],
    ['hidden', 'the first photo'],
  ] as const)(
    'whose cover is a %s photo after the first forty begins with %s in its preview',
    async (visibility, shown) => {
      const titles = Array.from({ length: 40 }, (_, index) => `Photo ${index + 1}`);
      const { user, api, gallery, photos, save, submit } = await openEditDialog({}, titles);
      const { page } = loadPreview(/desktop/);
      const added = aPhoto({ title: 'Pier', visibility });
      const changed = { ...gallery, opening: 'cover', cover_photo_id: added.id };
      const photo_ids = [...photos, added].map(({ id }) => id);
      const outdated = failing('request.outdated', undefined, { gallery: changed, photo_ids, interludes: [] }, '"2"');
      api.respond(`GET /photos/${added.id}`, () => ({ photo: added }));
      api.respond(save, ({ ifMatch }) => (ifMatch === '"2"' ? failing('server.failed') : outdated));

      await user.click(submit());

      const cover = shown === 'that photo' ? added : photos[0]!;
      const title = await page.findByText('Slack Water');
      await waitFor(() =>
        expect(title.parentElement!.querySelector('img')).toHaveAttribute(
          'src',
          expect.stringContaining(cover.large_thumbnail_url!),
        ),
      );
    },
  );

  it('has a live preview of the selected photos, in their order', async () => {
    const { user, dialog } = await openEditDialog();
    const { page } = loadPreview(/desktop/);
    const shown = () => page.getAllByRole('listitem').map((item) => item.textContent);

    expect(page.getByRole('list')).toHaveClass('masonry');
    expect(shown()).toEqual(['Harbour0 comments', 'Ridge0 comments', 'Meadow0 comments']);
    await user.selectOptions(dialog.getByLabelText('Layout'), 'Grid');
    await user.click(dialog.getByRole('button', { name: 'Remove Harbour' }));

    expect(page.getByRole('list')).toHaveClass('grid');
    expect(shown()).toEqual(['Ridge0 comments', 'Meadow0 comments']);
    await user.click(dialog.getByRole('button', { name: 'Phone' }));
    expect(screen.getByTitle(/phone/)).toBeVisible();
  });
});
