import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorBoundary } from './error-boundary.tsx';

let isBroken = true;
function Page() {
  if (isBroken) throw new Error('No such thing');
  return <p>The page</p>;
}

beforeEach(() => {
  isBroken = true;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => void jest.restoreAllMocks());

describe('ErrorBoundary', () => {
  it('shows a card, and tries again with everything asked for anew', async () => {
    const onReset = jest.fn(() => void (isBroken = false));
    render(
      <ErrorBoundary place="/about" onReset={onReset}>
        <Page />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Oops!Something went wrong');
    expect(screen.getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(onReset).toHaveBeenCalledTimes(1);
    expect(screen.getByText('The page')).toBeVisible();
  });

  it('says that the connection is gone, and tries again by itself once it is back', () => {
    const onReset = jest.fn(() => void (isBroken = false));
    act(() => onlineManager.setOnline(false));
    render(
      <ErrorBoundary place="/about" onReset={onReset}>
        <Page />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('You are offline');
    expect(onReset).not.toHaveBeenCalled();

    act(() => onlineManager.setOnline(true));

    expect(onReset).toHaveBeenCalledTimes(1);
    expect(screen.getByText('The page')).toBeVisible();
  });

  it('forgets a failure on the next page', () => {
    const at = (place: string) => (
      <ErrorBoundary place={place}>
        <Page />
      </ErrorBoundary>
    );
    const { rerender } = render(at('/about'));

    isBroken = false;
    rerender(at('/contact'));

    expect(screen.getByText('The page')).toBeVisible();
  });
});
