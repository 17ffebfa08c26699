import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aGallery, aPicture, someSettings } from '../../../test/fixtures.ts';
import { respondWith, refetchAll, renderAt } from '../../../test/render-page.tsx';
import { FeaturedGalleries } from './featured-galleries.tsx';

const { title: _title, alt_text: _altText, ...background } = aPicture();

function open(count: number, { total = count, settings = someSettings() } = {}) {
  const galleries = Array.from({ length: count }, (_, index) =>
    aGallery({ id: index + 1, title: `Gallery ${index + 1}`, slug: `g-${index + 1}` }),
  );
  respondWith({ '/galleries?limit=6': { galleries, total, next_cursor: null }, '/public/settings': settings });
  renderAt('/', <FeaturedGalleries />);
}

describe('FeaturedGalleries', () => {
  it.each([
    [1, [1]],
    [2, [1, 2]],
    [3, [1]],
    [6, [1, 6]],
  ])('shows of %d galleries these over the full width: %j', async (count, wide) => {
    open(count);

    await screen.findByRole('heading', { name: 'Gallery 1' });
    const items = screen.getAllByRole('listitem');
    expect(items.flatMap((item, index) => (item.className ? [index + 1] : []))).toEqual(wide);
  });

  it.each([
    [6, []],
    [7, ['/galleries']],
  ])('shows of %d galleries these links to the others: %j', async (total, addresses) => {
    open(6, { total });

    await screen.findByRole('heading', { name: 'Gallery 6' });
    const links = screen.queryAllByRole('link', { name: 'View All Galleries' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(addresses);
  });

  it.each([
    ['the first cover has high priority', {}, 1],
    ['the hero background has high priority instead', { background }, 0],
    ['the first cover has high priority beside a full-page background', { background, fullPageBackground: true }, 1],
  ])('%s', async (_, look, covers) => {
    open(2, { settings: someSettings(look) });

    await screen.findByRole('heading', { name: 'Gallery 1' });
    await screen.findAllByRole('img');
    expect(screen.getAllByRole('img').filter((image) => image.getAttribute('fetchpriority') === 'high')).toHaveLength(
      covers,
    );
  });

  it('shows a notice without galleries', async () => {
    open(0);

    expect(await screen.findByText('No galleries available')).toBeVisible();
  });

  it('keeps its galleries when a refetch fails', async () => {
    const responses: Record<string, unknown> = {
      '/galleries?limit=6': { galleries: [aGallery()], total: 1, next_cursor: null },
    };
    respondWith(responses);
    const { client } = renderAt('/', <FeaturedGalleries />);
    await screen.findByRole('heading', { name: 'Slack Water' });

    responses['/galleries?limit=6'] = 429;
    await refetchAll(client);

    expect(screen.getByRole('heading', { name: 'Slack Water' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers Try Again after a failure', async () => {
    const responses: Record<string, unknown> = { '/galleries?limit=6': 503 };
    respondWith(responses);
    renderAt('/', <FeaturedGalleries />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load galleries');

    responses['/galleries?limit=6'] = { galleries: [aGallery()], total: 1, next_cursor: null };
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: 'Slack Water' })).toBeVisible();
  });
});
