import '@testing-library/jest-dom/jest-globals';
import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from './button.tsx';

it('keeps the focus and ignores clicks while busy', async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  function Page() {
    const [busy, setBusy] = useState(false);
    const start = () => {
      press();
      setBusy(true);
    };
    return (
      <Button busy={busy} busyLabel="Saving..." onClick={start}>
        Save
      </Button>
    );
  }
  render(<Page />);

  await user.click(screen.getByRole('button', { name: 'Save' }));
  const saving = screen.getByRole('button', { name: 'Saving...' });
  expect(saving).toHaveFocus();
  expect(saving).toHaveAttribute('aria-disabled', 'true');
  await user.click(saving);
  await user.keyboard('{Enter} ');

  expect(press).toHaveBeenCalledTimes(1);
});

it('does not submit while busy, nor by Enter in a field', async () => {
  const user = userEvent.setup();
  const submit = jest.fn();
  render(
    <form onSubmit={submit}>
      <input aria-label="Title" />
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );

  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(screen.getByLabelText('Title'), 'Harbour{Enter}');

  expect(submit).not.toHaveBeenCalled();
});

it('ignores clicks while disabled', async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  render(
    <Button disabled onClick={press}>
      Save
    </Button>,
  );

  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);

  expect(save).toBeDisabled();
  expect(press).not.toHaveBeenCalled();
});
