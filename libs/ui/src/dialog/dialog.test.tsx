import '@testing-library/jest-dom/jest-globals';
import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

function Page({ onConfirm = () => {} }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && (
        <ConfirmDialog title="Delete it" confirmLabel="Delete" onConfirm={onConfirm} onClose={() => setOpen(false)}>
          Are you sure?
        </ConfirmDialog>
      )}
    </>
  );
}

it('is named by its title, asks its question and puts the focus where it does no harm', async () => {
  const user = userEvent.setup();
  render(<Page />);

  await user.click(screen.getByRole('button', { name: 'Open' }));

  expect(screen.getByRole('alertdialog', { name: 'Delete it' })).toHaveAccessibleDescription('Are you sure?');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

it('gives the focus back when Escape closes it', async () => {
  const user = userEvent.setup();
  const confirm = jest.fn();
  render(<Page onConfirm={confirm} />);

  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.keyboard('{Escape}');

  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  expect(confirm).not.toHaveBeenCalled();
});

it('says in its foot why the last try failed', () => {
  render(
    <Dialog title="Save" onClose={() => {}}>
      <DialogActions failure="The site is busy">
        <button>Save</button>
      </DialogActions>
    </Dialog>,
  );

  expect(screen.getByRole('alert')).toHaveTextContent('The site is busy');
});
