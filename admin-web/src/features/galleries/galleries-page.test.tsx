import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { aGallery, aGalleryList } from '../../../test/factories.ts';
import { Answer } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

describe('the galleries', () => {
  it('stand in a table, each with a way to see it', async () => {
    renderSignedIn('/admin/galleries', {
      'GET /galleries': () =>
        aGalleryList([
          aGallery({ title: 'Slack Water', slug: 'slack-water', photo_count: 4 }),
          aGallery({ title: 'High Ground', slug: 'high-ground', photo_count: 1, is_active: false }),
        ]),
    });

    const table = within(await screen.findByRole('table', { name: 'Galleries' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Title',
      'URL Identifier',
      'Status',
      'Photos',
      'Actions',
    ]);
    const [, first, second] = table.getAllByRole('row');
    expect(first).toHaveTextContent(/Slack Water.*slack-water.*Active.*4/);
    expect(second).toHaveTextContent(/High Ground.*high-ground.*Inactive.*1/);
    const view = table.getByRole('link', { name: 'View Slack Water' });
    expect(view).toHaveAttribute('href', '/gallery/slack-water');
    expect(view).toHaveAttribute('target', '_blank');
  });

  it('are all there, also past the first page', async () => {
    renderSignedIn('/admin/galleries', {
      'GET /galleries': ({ query }) =>
        query.get('cursor')
          ? aGalleryList([aGallery({ title: 'Last' })])
          : { ...aGalleryList([aGallery({ title: 'First' })]), next_cursor: 'c2' },
    });

    expect(await screen.findByRole('row', { name: /Last/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /First/ })).toBeVisible();
  });

  it('can be asked for again when they could not be had', async () => {
    const { user, api } = renderSignedIn('/admin/galleries', { 'GET /galleries': () => new Answer(400, undefined) });

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load galleries');
    api.answer('GET /galleries', () => aGalleryList([]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: 'No galleries yet' })).toBeVisible();
  });
});
