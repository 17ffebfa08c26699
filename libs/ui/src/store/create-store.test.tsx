import '@testing-library/jest-dom/jest-globals';
import { expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { createStore } from './create-store.ts';

it('sets a value, or computes it from the present one', () => {
  const count = createStore(1);

  count.set(5);
  count.set((now) => now + 1);

  expect(count.get()).toBe(6);
});

it('notifies its subscribers of each change, until they unsubscribe', () => {
  const count = createStore(1);
  const listener = jest.fn();
  const unsubscribe = count.subscribe(listener);

  count.set(2);
  count.set(2);
  expect(listener).toHaveBeenCalledTimes(1);

  unsubscribe();
  count.set(3);
  expect(listener).toHaveBeenCalledTimes(1);
});

it('renders its value, and each new one', () => {
  const name = createStore('Harbour');
  const Name = () => <p>{name.use()}</p>;
  render(<Name />);
  expect(screen.getByText('Harbour')).toBeVisible();

  act(() => name.set('Fog'));

  expect(screen.getByText('Fog')).toBeVisible();
});
