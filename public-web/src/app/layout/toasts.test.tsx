import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { notify, Toasts } from './toasts.tsx';

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

/** Passes the duration and the fade-out. */
const passAll = async () => {
  await pass(4_000);
  await pass(300);
};

const show = async (...toast: Parameters<typeof notify>) => {
  act(() => notify(...toast));
  await pass(0);
};

beforeEach(async () => {
  // Before the fake timers: an import takes real time.
  await import('../lazy/toast-list.tsx');
  jest.useFakeTimers();
});
afterEach(() => {
  act(() => toast.removeAll());
  document.body.innerHTML = '';
  jest.useRealTimers();
});

describe('a toast', () => {
  it('appears in an existing live region, and disappears after 4 seconds', async () => {
    render(<Toasts />);
    const region = screen.getByRole('status');
    expect(region).toBeEmptyDOMElement();

    await show('Link copied to clipboard!');
    expect(within(region).getByText('Link copied to clipboard!')).toBeVisible();

    await pass(3_900);
    expect(region).not.toBeEmptyDOMElement();
    await pass(100);
    await pass(300);
    expect(region).toBeEmptyDOMElement();
  });

  it('is an alert for an error', async () => {
    render(<Toasts />);

    await show('Failed to add comment', { isAlert: true });

    expect(screen.getByRole('alert')).toHaveTextContent('Failed to add comment');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('appears below earlier ones', async () => {
    render(<Toasts />);

    await show('One');
    await show('Two');

    expect(screen.getAllByText(/One|Two/).map((message) => message.textContent)).toEqual(['One', 'Two']);
  });

  it('stays while the pointer is over it', async () => {
    render(<Toasts />);
    await show('Read me slowly');

    fireEvent.pointerEnter(screen.getByText('Read me slowly').parentElement as HTMLElement);
    await pass(10_000);
    expect(screen.getByText('Read me slowly')).toBeVisible();

    fireEvent.pointerLeave(screen.getByText('Read me slowly').parentElement as HTMLElement);
    await passAll();
    expect(screen.queryByText('Read me slowly')).toBeNull();
  });

  it('disappears at Dismiss, and the timer of the next one runs', async () => {
    render(<Toasts />);
    await show('Enough');
    fireEvent.pointerEnter(screen.getByText('Enough').parentElement as HTMLElement);

    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await pass(300);
    expect(screen.queryByText('Enough')).toBeNull();

    await show('Next');
    await passAll();
    expect(screen.queryByText('Next')).toBeNull();
  });

  it('appears in an open dialog, in its top layer', async () => {
    render(
      <>
        <Toasts />
        <dialog open aria-label="Viewer" />
      </>,
    );

    await show('Link copied to clipboard!');

    const viewer = within(screen.getByRole('dialog'));
    expect(within(viewer.getByRole('status')).getByText('Link copied to clipboard!')).toBeVisible();
  });
});
