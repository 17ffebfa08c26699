import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { DeleteDialog } from './delete-dialog.tsx';

it.each([
  [1, 'Delete message', 'delete this message?It stays in the trash for 30 days.'],
  [1_200, 'Delete 1,200 messages', 'delete these 1,200 messages?They stay in the trash for 30 days.'],
])('asks about %s of the items', (count, title, question) => {
  render(<DeleteDialog noun="message" count={count} onConfirm={() => {}} onClose={() => {}} />);

  expect(screen.getByRole('alertdialog', { name: title })).toHaveTextContent(question);
});
