import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';

jest.unstable_mockModule('../lazy/toast-list.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
const { notify, Toasts } = await import('./toasts.tsx');

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('shows each toast for its own duration when the code of the list cannot be loaded', async () => {
  render(<Toasts />);
  act(() => notify('One'));
  await pass(3_000);
  act(() => notify('Two'));

  await pass(3_900);
  expect(screen.getByRole('status')).toHaveTextContent('Two');

  await pass(100);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
