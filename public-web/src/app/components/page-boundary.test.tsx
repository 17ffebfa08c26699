import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PageBoundary } from './notice.tsx';

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

describe('PageBoundary', () => {
  it('shows an error card, and renders the page again at Try Again', async () => {
    const onRetry = jest.fn(() => void (isBroken = false));
    render(
      <PageBoundary address="/about" onRetry={onRetry}>
        <Page />
      </PageBoundary>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Oops!Something went wrong');
    expect(screen.getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible();
    expect(document.title).toBe('Oops!');

    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(screen.getByText('The page')).toBeVisible();
  });

  it('shows a notice while offline, and retries by itself once online', () => {
    const onRetry = jest.fn(() => void (isBroken = false));
    act(() => onlineManager.setOnline(false));
    render(
      <PageBoundary address="/about" onRetry={onRetry}>
        <Page />
      </PageBoundary>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('You are offline');
    expect(document.title).toBe('You are offline');
    expect(onRetry).not.toHaveBeenCalled();

    act(() => onlineManager.setOnline(true));

    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(screen.getByText('The page')).toBeVisible();
  });

  it('resets at another address', () => {
    const at = (address: string) => (
      <PageBoundary address={address} onRetry={() => undefined}>
        <Page />
      </PageBoundary>
    );
    const { rerender } = render(at('/about'));

    isBroken = false;
    rerender(at('/contact'));

    expect(screen.getByText('The page')).toBeVisible();
  });
});
