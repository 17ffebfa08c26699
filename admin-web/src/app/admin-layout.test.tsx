import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderSignedIn } from '../../test/render-admin.tsx';

it('lets those who use the keyboard skip the menu', async () => {
  const { user } = renderSignedIn('/admin/photos');
  await screen.findByRole('heading', { name: 'Photos' });

  await user.tab();

  const skip = screen.getByRole('link', { name: 'Skip to content' });
  expect(skip).toHaveFocus();
  expect(skip).toHaveAttribute('href', `#${screen.getByRole('main').id}`);
});
