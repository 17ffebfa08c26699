import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderAt } from '../../test/render-page.tsx';
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
    ['/photo/1', [['Galleries', 'true']]],
    ['/imprint', [['Imprint', 'page']]],
    ['/nowhere', []],
  ])('says at %s where one is', (address, links) => {
    renderAt(address, <Layout>Content</Layout>);

    expect(current()).toEqual(links);
  });
});

it('has the way to the artist and to the imprint at its foot', () => {
  renderAt('/', <Layout>Content</Layout>);

  const links = within(screen.getByRole('navigation', { name: 'Footer' })).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Contact', 'Imprint']);
});
