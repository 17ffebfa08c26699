import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { someSettings } from '../../../test/fixtures.ts';
import { respondWith, renderAt } from '../../../test/render-page.tsx';
import { Layout } from './layout.tsx';

const current = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => [link.textContent, link.getAttribute('aria-current')]);

describe('the menu', () => {
  it.each([
    ['/', [['Home', 'page']]],
    ['/galleries', [['Galleries', 'page']]],
    ['/gallery/slack-water', [['Galleries', 'true']]],
    ['/tags/sea', [['Galleries', 'true']]],
    ['/photo/1', [['Galleries', 'true']]],
    ['/imprint', [['Imprint', 'page']]],
    ['/nowhere', []],
  ])('marks the current page at %s', (address, links) => {
    renderAt(address, <Layout>Content</Layout>);

    expect(current()).toEqual(links);
  });
});

describe('social links', () => {
  const LINKS = {
    'https://www.social.example/@elin': 'social.example',
    'http://elin@photos.example:8080?a#b': 'photos.example:8080',
    'https://evil.example\\@good.example': 'evil.example',
    'https:///nowhere': 'https:///nowhere',
    'https://münchen.example/elin': 'münchen.example',
  };

  it('are in the footer, named by their hosts', async () => {
    respondWith({ '/public/settings': someSettings({ socialLinks: Object.keys(LINKS) }) });
    renderAt('/', <Layout>Content</Layout>);

    const links = within(await screen.findByRole('navigation', { name: 'Social links' })).getAllByRole('link');
    expect(Object.fromEntries(links.map((link) => [link.getAttribute('href'), link.textContent]))).toEqual(LINKS);
    for (const link of links) expect(link).toHaveAttribute('rel', 'me noopener');
  });

  it('have the path in their names for two accounts on one host', async () => {
    const socialLinks = [
      'https://www.social.example/elin/',
      'https://social.example/@studio',
      'https://prints.example/',
    ];
    respondWith({ '/public/settings': someSettings({ socialLinks }) });
    renderAt('/', <Layout>Content</Layout>);

    const links = within(await screen.findByRole('navigation', { name: 'Social links' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'social.example/elin',
      'social.example/@studio',
      'prints.example',
    ]);
  });

  it('are absent without links in the settings', async () => {
    respondWith({ '/public/settings': someSettings() });
    renderAt('/', <Layout>Content</Layout>);

    await screen.findByRole('link', { name: 'Elin Marsh' });
    expect(screen.queryByRole('navigation', { name: 'Social links' })).toBeNull();
  });
});

it('links to Contact and Imprint in its footer', () => {
  renderAt('/', <Layout>Content</Layout>);

  const links = within(screen.getByRole('navigation', { name: 'Footer' })).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Contact', 'Imprint']);
});
