import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { notify, Toasts } from './toasts.tsx';

/** Lets the file with the toasts come, and time pass. */
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

/** A message goes when its time is over, and is gone when it has left. */
const passAll = async () => {
  await pass(4_000);
  await pass(300);
};

const say = async (...what: Parameters<typeof notify>) => {
  act(() => notify(...what));
  await pass(0);
};

beforeEach(async () => {
  // Fetched before time stands still: a real import does not go by the test's clock.
  await import('../lazy/toast-list.tsx');
  jest.useFakeTimers();
});
afterEach(() => {
  act(() => toast.removeAll());
  document.body.innerHTML = '';
  jest.useRealTimers();
});

describe('a passing message', () => {
  it('is read out in a region that was there before, and goes after 4 seconds', async () => {
    render(<Toasts />);
    const region = screen.getByRole('status');
    expect(region).toBeEmptyDOMElement();

    await say('Link copied to clipboard!');
    expect(within(region).getByText('Link copied to clipboard!')).toBeVisible();

    await pass(3_900);
    expect(region).not.toBeEmptyDOMElement();
    await pass(100);
    await pass(300);
    expect(region).toBeEmptyDOMElement();
  });

  it('is an alert when something went wrong', async () => {
    render(<Toasts />);

    await say('Failed to add comment', { isAlert: true });

    expect(screen.getByRole('alert')).toHaveTextContent('Failed to add comment');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('joins those that are there, the latest last', async () => {
    render(<Toasts />);

    await say('One');
    await say('Two');

    expect(screen.getAllByText(/One|Two/).map((message) => message.textContent)).toEqual(['One', 'Two']);
  });

  it('stays while the pointer is on it', async () => {
    render(<Toasts />);
    await say('Read me slowly');

    fireEvent.pointerEnter(screen.getByText('Read me slowly').parentElement as HTMLElement);
    await pass(10_000);
    expect(screen.getByText('Read me slowly')).toBeVisible();

    fireEvent.pointerLeave(screen.getByText('Read me slowly').parentElement as HTMLElement);
    await passAll();
    expect(screen.queryByText('Read me slowly')).toBeNull();
  });

  it('can be dismissed, and the next one goes by itself again', async () => {
    render(<Toasts />);
    await say('Enough');
    fireEvent.pointerEnter(screen.getByText('Enough').parentElement as HTMLElement);

    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await pass(300);
    expect(screen.queryByText('Enough')).toBeNull();

    await say('Next');
    await passAll();
    expect(screen.queryByText('Next')).toBeNull();
  });

  it('appears in the dialog that covers the page', async () => {
    render(
      <>
        <Toasts />
        <dialog open aria-label="Viewer" />
      </>,
    );

    await say('Link copied to clipboard!');

    const viewer = within(screen.getByRole('dialog'));
    expect(within(viewer.getByRole('status')).getByText('Link copied to clipboard!')).toBeVisible();
  });
});
