import '@testing-library/jest-dom/jest-globals';
import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PasswordField } from './password-field.tsx';

it('hides the password until the reveal button is clicked', async () => {
  const user = userEvent.setup();
  render(<PasswordField label="New Password" hint="At least 6 characters" error="Too short" />);
  const password = screen.getByLabelText('New Password');

  await user.type(password, 'a quiet harbour');
  expect(password).toHaveAttribute('type', 'password');
  expect(password).toHaveAccessibleDescription('At least 6 characters Too short');
  await user.click(screen.getByRole('button', { name: 'Show New Password' }));
  expect(password).toHaveAttribute('type', 'text');
  expect(password).toHaveValue('a quiet harbour');

  await user.click(screen.getByRole('button', { name: 'Hide New Password' }));
  expect(password).toHaveAttribute('type', 'password');
});
