import '@testing-library/jest-dom/jest-globals';
import { expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
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

function Form() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog title="Write" onClose={() => setAsking(true)}>
        <input aria-label="Words" />
      </Dialog>
      {asking && (
        <ConfirmDialog title="Discard?" confirmLabel="Discard" onConfirm={() => {}} onClose={() => setAsking(false)}>
          Are you sure?
        </ConfirmDialog>
      )}
    </>
  );
}

it('gives the focus to the content where what led to it is on the page no more', () => {
  const at = (open: boolean) => (
    <main tabIndex={-1}>{open && <Dialog title="Photos" onClose={() => {}} children={null} />}</main>
  );
  const { rerender } = render(at(true));

  rerender(at(false));

  expect(screen.getByRole('main')).toHaveFocus();
});

it('stays where its owner asks first, also when the browser has closed it for good', async () => {
  const user = userEvent.setup();
  render(<Form />);
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Write' });
  await user.type(screen.getByLabelText('Words'), 'Slow light');

  // As at the third Escape in a row: what is said cannot be refused.
  act(() => {
    dialog.dispatchEvent(new Event('cancel'));
    dialog.close();
  });
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));

  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(dialog.open).toBe(true);
  expect(screen.getByLabelText('Words')).toHaveValue('Slow light');
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

it('has the focus itself until what is to have it has come', async () => {
  const window = (content: string) => (
    <Dialog title="Edit" onClose={() => {}}>
      {content === 'form' ? <input aria-label="Title" data-autofocus /> : <p>Loading</p>}
    </Dialog>
  );
  const { rerender } = render(window('nothing'));
  expect(screen.getByRole('dialog')).toHaveFocus();

  rerender(window('form'));

  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
});

it('takes the focus from nothing that somebody has gone to meanwhile', async () => {
  const window = (content: string) => (
    <Dialog title="Edit" onClose={() => {}}>
      {content === 'form' && <input aria-label="Title" data-autofocus />}
    </Dialog>
  );
  const { rerender } = render(window('nothing'));
  screen.getByRole('button', { name: 'Close' }).focus();

  rerender(window('form'));
  await Promise.resolve();

  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
});
