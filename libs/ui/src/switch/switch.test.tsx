import '@testing-library/jest-dom/jest-globals';
import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Switch } from './switch.tsx';

it('toggles by click and by key, described by its hint', async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  render(<Switch label="Dark Theme" hint="Dark instead of light" checked={false} onChange={change} />);
  const control = screen.getByRole('switch', { name: 'Dark Theme', checked: false });
  expect(control).toHaveAccessibleDescription('Dark instead of light');

  await user.click(control);
  await user.keyboard(' ');

  expect(change.mock.calls).toEqual([[true], [true]]);
});

it.each([
  ['once', 'a request', false, 1],
  ['twice', 'none', undefined, 2],
])('toggles %s by a double click with %s', async (_, _request, busy, times) => {
  const user = userEvent.setup();
  const change = jest.fn();
  render(<Switch label="Active" checked {...(busy !== undefined && { busy })} onChange={change} />);

  await user.dblClick(screen.getByRole('switch'));

  expect(change).toHaveBeenCalledTimes(times);
});

it('ignores clicks and keeps the focus while busy', async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  render(<Switch label="Active" checked busy onChange={change} />);

  await user.click(screen.getByRole('switch'));

  expect(change).not.toHaveBeenCalled();
  expect(screen.getByRole('switch')).toHaveFocus();
});
