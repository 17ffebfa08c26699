import '@testing-library/jest-dom/jest-globals';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
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
