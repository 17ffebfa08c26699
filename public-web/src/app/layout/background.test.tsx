import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import type { PublicSettingsView } from '@portfolio/contracts';
import { screen, waitFor } from '@testing-library/react';
import { aPicture, someSettings } from '../../../test/fixtures.ts';
import { respondWith, renderAt } from '../../../test/render-page.tsx';
import Home from '../../pages/home.tsx';
import { Layout } from './layout.tsx';

const { title: _title, alt_text: _altText, ...background } = aPicture({ title: 'ground' });

/** Renders the home page of a site without galleries, with its settings loaded. */
async function open(settings: Partial<PublicSettingsView>) {
  respondWith({
    '/public/settings': someSettings(settings),
    '/public/news/latest': { news: null },
    '/galleries?limit=6': { galleries: [], total: 0, next_cursor: null },
  });
  const { container } = renderAt(
    '/',
    <Layout>
      <Home />
    </Layout>,
  );
  await screen.findByRole('link', { name: 'Elin Marsh' });
  await screen.findByText('No galleries available');
  return container;
}

const pictures = (container: Element) => [...container.querySelectorAll('img')];

describe("the artist's picture", () => {
  it('is absent without an image', async () => {
    const container = await open({ fullPageBackground: true });

    expect(pictures(container)).toEqual([]);
    expect(container.querySelector('[data-background]')).toBeNull();
  });

  it('is the main picture of the hero', async () => {
    const container = await open({ background });

    const [picture, ...others] = pictures(container);
    expect(others).toEqual([]);
    const hero = screen.getByRole('heading', { level: 1 }).closest('section');
    expect(hero).toContainElement(picture as HTMLElement);
    expect(hero).toHaveAttribute('data-background', 'hero');
    expect(picture).toHaveAttribute('fetchpriority', 'high');
    expect(container.querySelectorAll('[data-background]')).toHaveLength(1);
  });

  it('covers the whole page by setting', async () => {
    const container = await open({ background, fullPageBackground: true });

    const [picture, ...others] = pictures(container);
    expect(others).toEqual([]);
    expect(screen.getByRole('main')).not.toContainElement(picture as HTMLElement);
    expect(container.querySelector('[data-background=page]')).toContainElement(screen.getByRole('contentinfo'));
    // The content of the page comes first.
    expect(picture).not.toHaveAttribute('fetchpriority');
    expect(picture).toHaveAttribute('loading', 'eager');
  });

  it.each([true, false])('is hidden from screen readers (full page: %s)', async (fullPageBackground) => {
    const container = await open({ background, fullPageBackground });

    expect(pictures(container)[0]).toHaveAttribute('alt', '');
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('is absent until it is processed', async () => {
    const container = await open({ background: { ...background, renditions: [] } });

    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeVisible());
    expect(pictures(container)).toEqual([]);
    expect(container.querySelector('[data-background]')).toBeNull();
  });
});
