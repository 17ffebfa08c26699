import '@testing-library/jest-dom/jest-globals';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aComment, aGallery, aNewsItem, aPhoto, aPosition, someSettings, someTexts } from '../../../test/fixtures.ts';
import { respondWith, renderAt } from '../../../test/render-page.tsx';
import { PAGES } from '../../routes.tsx';
import { Pages } from '../router/pages.tsx';

/** Right-to-left texts on a left-to-right site. */
const HEBREW = 'שלום';

const photos = [1, 2, 3].map((id) => aPhoto({ id, title: `${HEBREW} ${id}`, description: HEBREW, is_for_sale: true }));
const facts = { captured_at: '2026-03-01', place: HEBREW, camera: null, lens: HEBREW, exposure: null };
for (const photo of photos) Object.assign(photo, { facts, galleries: [{ id: 1, title: HEBREW, slug: 'slack-water' }] });
const gallery = aGallery({ title: HEBREW, description: HEBREW });
const position = aPosition(photos, 2);
position.gallery.title = HEBREW;

const words = Object.fromEntries(
  Object.entries(someTexts()).map(([name, text]) => [name, Array.isArray(text) ? text.map(() => HEBREW) : HEBREW]),
);
const galleries = { galleries: [gallery], total: 1, next_cursor: null };
const RESPONSES = {
  '/galleries?limit=24': galleries,
  '/galleries?limit=6': galleries,
  '/galleries/slack-water?limit=60': { gallery: { ...gallery, photoCount: 3 }, photos },
  '/photos/2': { photo: photos[1] },
  '/galleries/slack-water/photos/2/neighbours': position,
  '/comments/photo/2?limit=20': {
    comments: [aComment({ author_name: HEBREW, content: HEBREW })],
    total: 1,
    next_cursor: null,
  },
  '/public/news/latest': { news: aNewsItem({ headline: HEBREW, content: HEBREW }) },
  '/public/settings': someSettings({ artistName: HEBREW, copyrightLine: `© ${HEBREW}`, language: 'he' }),
  '/public/texts': {
    ...words,
    contactEmail: 'elin@elin.example',
    aboutPortrait: null,
    exhibitions: [{ year: HEBREW, title: HEBREW, place: HEBREW, link: '' }],
  },
};

/** Visible elements with such texts, and text fields, without `dir="auto"`. */
function undirected() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  let count = 0;
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (!textContent?.includes(HEBREW) || parentElement?.closest('title, script, .visually-hidden')) continue;
    count += 1;
    if (!parentElement?.matches('[dir=auto], bdi')) found.push(parentElement?.outerHTML ?? '');
  }
  const fields = document.querySelectorAll('input:not([type=hidden], [name=website]), textarea');
  for (const field of fields) if (!field.matches('[dir=auto]')) found.push(field.outerHTML);
  return { found, count };
}

/** Interface texts, which are English, and texts of artist and visitors, by their `lang`. */
function marked() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: { unmarked: string[]; mistaken: string[] } = { unmarked: [], mistaken: [] };
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    const words = textContent?.trim() ?? '';
    if (!/\p{Letter}/u.test(words) || parentElement?.closest('title, script, time, bdi, [aria-hidden=true]')) continue;
    const isEnglish = parentElement?.closest('[lang]')?.getAttribute('lang') === 'en';
    const isOfSite = words.includes(HEBREW) || /elin\.example/.test(words);
    if (isEnglish && isOfSite) found.mistaken.push(words);
    if (!isEnglish && !isOfSite) found.unmarked.push(words);
  }
  return found;
}

const ADDRESSES: [address: string, least: number][] = [
  ['/', 6],
  ['/galleries', 4],
  ['/gallery/slack-water', 7],
  ['/photo/2?gallery=slack-water', 8],
  ['/about', 15],
  ['/contact?photo=2', 4],
  ['/imprint', 6],
  ['/photo/9', 1],
  ['/nowhere', 1],
];

async function open(address: string) {
  respondWith(RESPONSES);
  for (const { view } of PAGES) await view.load();
  renderAt(address, <Pages />);
  await screen.findByRole('heading', { level: 1 });
  await screen.findAllByText(`© ${HEBREW}`);
  const viewer = screen.queryByRole('button', { name: /^View full screen/ });
  if (viewer) {
    await userEvent.click(viewer);
    await screen.findByRole('dialog');
  }
}

it.each(ADDRESSES)(
  'texts of the artist and of visitors have dir=auto, and only those of the interface are English, at %s',
  async (address, least) => {
    await open(address);

    const { found, count } = undirected();
    expect(found).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(least);
    expect(marked()).toEqual({ unmarked: [], mistaken: [] });
  },
);

it.each(['/galleries', '/gallery/slack-water', '/photo/2?gallery=slack-water'])(
  'separators stay before texts from right to left, at %s',
  async (address) => {
    await open(address);

    const separated = [...document.querySelectorAll('.facts > * + *, .camera > * + *')];
    expect(separated.length).toBeGreaterThan(0);
    // Their `::before` would be at their right.
    expect(separated.filter((element) => element.matches('[dir], bdi'))).toEqual([]);
  },
);

it('renders dates and prices in the language of the site', async () => {
  await open('/photo/2?gallery=slack-water');

  expect(screen.getAllByText('2 במרץ 2026').length).toBeGreaterThan(0);
});
