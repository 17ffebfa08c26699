import '@testing-library/jest-dom/jest-globals';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { aPhoto } from '../../test/fixtures.ts';
import { respondWith, renderAt } from '../../test/render-page.tsx';
import { FormStateContext } from '../app/forms/form-state.ts';
import Photo from './photo.tsx';

it('returns a comment with its values while photo and comments are unavailable', async () => {
  respondWith({ '/photos/1': 503, '/comments/photo/1?limit=20': 503 });
  const values = { author_name: 'Ruth Calder', content: 'I know that pier.' };
  renderAt(
    '/photo/1',
    <FormStateContext value={{ form: 'comment', errors: {}, failure: 'Failed to add comment', values }}>
      <Photo />
    </FormStateContext>,
  );

  expect(await screen.findByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Comment/ })).toHaveValue('I know that pier.');
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Ruth Calder');
});

it.each([
  [
    ['Low Tide', 'a/b', 'Cafe\u0301'],
    ['/tags/low%20tide', '/tags/a%2Fb', '/tags/caf%C3%A9'],
  ],
  [[], []],
])('the page of a photo links to its tags: %j', async (tags, links) => {
  respondWith({
    '/comments/photo/1?limit=20': { comments: [], total: 0, next_cursor: null },
    '/photos/1': { photo: aPhoto({ tags, galleries: [] }) },
  });
  renderAt('/photo/1', <Photo />);

  await screen.findByRole('heading', { level: 1, name: 'Harbour' });
  for (const [index, tag] of tags.entries()) {
    expect(screen.getByRole('link', { name: tag })).toHaveAttribute('href', links[index]);
  }
  expect(screen.queryAllByText('Tags')).toHaveLength(Math.min(tags.length, 1));
});
