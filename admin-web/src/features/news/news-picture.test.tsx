import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aNewsItem, aNewsList, aPhoto, aPhotoList } from '../../../test/factories.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

const harbour = aPhoto({ id: 9, title: 'Harbour', visibility: 'hidden' });
const RESPONSES = { 'GET /photos': () => aPhotoList([harbour]), 'GET /photos/9': () => ({ photo: harbour }) };

describe('the picture of a news item', () => {
  it('is chosen from the photos', async () => {
    const { user, api } = renderSignedIn('/admin/news', {
      ...RESPONSES,
      'GET /news': () => aNewsList([]),
      'POST /news': () => ({ news: aNewsItem() }),
    });
    await screen.findByRole('heading', { name: 'No news items yet' });

    await user.keyboard('a');
    await user.type(screen.getByLabelText('Headline'), 'A book');
    await user.click(screen.getByRole('button', { name: 'Choose Picture' }));
    const choice = within(await screen.findByRole('dialog', { name: 'Choose Picture' }));
    await user.click(await choice.findByRole('button', { name: 'Harbour' }));
    expect(await screen.findByText('Not public: visitors do not see it here.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create News' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodiesOf('POST /news')).toEqual([expect.objectContaining({ headline: 'A book', photo_id: 9 })]);
  });

  it('is removed', async () => {
    const news = aNewsItem({ id: 3, photo_id: 9 });
    const { user, api } = renderSignedIn('/admin/news?edit=3', {
      ...RESPONSES,
      'GET /news': () => aNewsList([news]),
      'GET /news/3': () => ({ news }),
      'PUT /news/3': () => ({ news: { ...news, photo_id: null } }),
    });
    expect(await screen.findByText('Harbour')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Remove Picture' }));
    await user.click(screen.getByRole('button', { name: 'Update News' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodiesOf('PUT /news/3')).toEqual([expect.objectContaining({ photo_id: null })]);
  });
});
