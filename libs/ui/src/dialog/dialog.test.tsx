import '@testing-library/jest-dom/jest-globals';
import { expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readFileSync } from 'node:fs';
import { useState } from 'react';
import { Radio } from '../field/field.tsx';
import { ConfirmDialog, Dialog, DialogActions } from './dialog.tsx';

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

it('has title and question as name and description, and focuses Cancel', async () => {
  const user = userEvent.setup();
  render(<Page />);

  await user.click(screen.getByRole('button', { name: 'Open' }));

  expect(screen.getByRole('alertdialog', { name: 'Delete it' })).toHaveAccessibleDescription('Are you sure?');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

it('returns the focus when Escape closes it', async () => {
  const user = userEvent.setup();
  const confirm = jest.fn();
  render(<Page onConfirm={confirm} />);

  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.keyboard('{Escape}');

  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  expect(confirm).not.toHaveBeenCalled();
});

it('confirms once by a double click, also before it is busy, and by each key', async () => {
  const user = userEvent.setup();
  const confirm = jest.fn();
  render(<Page onConfirm={confirm} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));

  await user.dblClick(screen.getByRole('button', { name: 'Delete' }));
  expect(confirm).toHaveBeenCalledTimes(1);
  await user.keyboard('{Enter}');

  expect(confirm).toHaveBeenCalledTimes(2);
});

it('keeps Tab inside when a group of radio buttons is first', async () => {
  const user = userEvent.setup();
  render(
    <ConfirmDialog title="Block sender" confirmLabel="Block" onConfirm={() => {}} onClose={() => {}}>
      <Radio name="sender" label="Address" />
      <Radio name="sender" label="Domain" defaultChecked />
    </ConfirmDialog>,
  );
  act(() => screen.getByLabelText('Domain').focus());

  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'Block' })).toHaveFocus();
  await user.tab();
  expect(screen.getByLabelText('Domain')).toHaveFocus();
});

it('keeps Tab inside also on a toast, which is no child of it in React', async () => {
  const user = userEvent.setup();
  render(
    <>
      <Page />
      <div>
        <p role="status">
          <button>Undo</button>
        </p>
      </div>
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Open' }));
  screen.getByRole('alertdialog').append(screen.getByRole('status'));
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());

  await user.tab();

  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

function Form({ onDiscard = () => {} }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Dialog title="Write" onClose={() => setConfirming(true)}>
        <input aria-label="Words" />
      </Dialog>
      {isConfirming && (
        <ConfirmDialog
          title="Discard?"
          confirmLabel="Discard"
          onConfirm={onDiscard}
          onClose={() => setConfirming(false)}
        >
          Are you sure?
        </ConfirmDialog>
      )}
    </>
  );
}

function PageWithForm() {
  const [open, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && <Form onDiscard={() => setOpen(false)} />}
    </main>
  );
}

it('returns the focus when it closes together with the confirmation above it', async () => {
  const user = userEvent.setup();
  render(<PageWithForm />);

  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(screen.getByLabelText('Words'));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Discard' }));

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

it('focuses the main content when the opening button is gone', () => {
  const at = (open: boolean) => (
    <main tabIndex={-1}>
      {open && (
        <Dialog title="Photos" onClose={() => {}}>
          {null}
        </Dialog>
      )}
    </main>
  );
  const { rerender } = render(at(true));

  rerender(at(false));

  expect(screen.getByRole('main')).toHaveFocus();
});

it('stays open below the discard confirmation when the browser forces it closed', async () => {
  const user = userEvent.setup();
  render(<Form />);
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Write' });
  await user.type(screen.getByLabelText('Words'), 'Slow light');

  // At the third Escape in a row browsers send a `cancel` that is not cancelable.
  act(() => {
    dialog.dispatchEvent(new Event('cancel'));
    dialog.close();
  });
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));

  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(dialog.open).toBe(true);
  expect(screen.getByLabelText('Words')).toHaveValue('Slow light');
});

it('scrolls a focused field clear of its sticky header and footer', () => {
  const css = readFileSync(new URL('dialog.module.css', import.meta.url), 'utf8');
  const rule = /\.dialog :focus:not\(\.header > \*, \.foot \*\) \{\s*scroll-margin-block: ([\d.]+)rem ([\d.]+)rem;/;
  const [, above, below] = (rule.exec(css) ?? []).map(Number);

  // Heights of header and footer: their padding, and a button.
  expect(above).toBeGreaterThan(1 + 0.75 + 2.5);
  expect(below).toBeGreaterThan(1 + 1 + 2.5);
});

it('shows the error of the last attempt in its footer', () => {
  render(
    <Dialog title="Save" onClose={() => {}}>
      <DialogActions failure="The site is busy">
        <button>Save</button>
      </DialogActions>
    </Dialog>,
  );

  expect(screen.getByRole('alert')).toHaveTextContent('The site is busy');
});

it('keeps the focus on the dialog until the `data-autofocus` field is rendered', async () => {
  const dialogWith = (isFormLoaded: boolean) => (
    <Dialog title="Edit" onClose={() => {}}>
      {isFormLoaded ? <input aria-label="Title" data-autofocus /> : <p>Loading</p>}
    </Dialog>
  );
  const { rerender } = render(dialogWith(false));
  expect(screen.getByRole('dialog')).toHaveFocus();

  rerender(dialogWith(true));

  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
});

it('leaves the focus on an element that the user focused meanwhile', async () => {
  const dialogWith = (isFormLoaded: boolean) => (
    <Dialog title="Edit" onClose={() => {}}>
      {isFormLoaded && <input aria-label="Title" data-autofocus />}
    </Dialog>
  );
  const { rerender } = render(dialogWith(false));
  screen.getByRole('button', { name: 'Close' }).focus();

  rerender(dialogWith(true));
  await Promise.resolve();

  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
});
