import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminMount } from './admin-mount.tsx';
import type { AdminAppProps, LoadAdmin } from './load-admin.ts';

const App = ({ basePath, apiOrigin }: AdminAppProps) => <p>{`Back office at ${basePath}${apiOrigin}`}</p>;

const retry = () => screen.getByRole('button', { name: 'Retry' });

describe('AdminMount', () => {
  beforeEach(() => {
    // What went wrong is told to whoever looks at the console.
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('shows the back office once it is there', async () => {
    render(<AdminMount load={() => Promise.resolve(App)} />);

    expect(await screen.findByText('Back office at /admin')).toBeVisible();
  });

  it('says that it is away, and recovers at a press of Retry', async () => {
    const load = jest
      .fn<LoadAdmin>()
      .mockRejectedValueOnce(new Error('away'))
      .mockRejectedValueOnce(new Error('still away'))
      .mockResolvedValue(App);
    render(<AdminMount load={load} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('It cannot be reached right now.');

    await userEvent.click(retry());
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.click(retry());

    expect(await screen.findByText('Back office at /admin')).toBeVisible();
    expect(load.mock.calls).toEqual([[0], [1], [2]]);
  });

  it('stays a page with a main part while it is away', async () => {
    render(<AdminMount load={() => Promise.reject(new Error('away'))} />);

    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('main')).toContainElement(screen.getByRole('heading', { level: 1 }));
  });

  it('keeps the focus at Retry as long as it is away, and hands it on to the back office', async () => {
    let fail: (error: Error) => void = () => {};
    const load = jest
      .fn<LoadAdmin>()
      .mockRejectedValueOnce(new Error('away'))
      .mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
      .mockResolvedValue(App);
    render(<AdminMount load={load} />);
    await screen.findByRole('alert');

    await userEvent.click(retry());
    expect(screen.getByRole('status')).toHaveTextContent('Loading…');
    expect(retry()).toHaveFocus();
    await userEvent.click(retry());
    expect(load).toHaveBeenCalledTimes(2);
    await act(async () => fail(new Error('still away')));
    expect(screen.getByRole('alert')).toBeVisible();
    expect(retry()).toHaveFocus();
    await userEvent.click(retry());

    const app = await screen.findByText('Back office at /admin');
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement).toContainElement(app);
  });

  it('gives up a load that hangs after 10 seconds, and is not surprised when it ends after all', async () => {
    jest.useFakeTimers();
    let end: (app: typeof App) => void = () => {};
    const load = jest
      .fn<LoadAdmin>()
      .mockReturnValueOnce(new Promise((resolve) => (end = resolve)))
      .mockReturnValue(new Promise(() => {}));
    render(<AdminMount load={load} />);

    await act(() => jest.advanceTimersByTimeAsync(9_999));
    expect(screen.getByRole('status')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('alert')).toBeVisible();

    act(() => retry().click());
    await act(async () => end(App));
    expect(screen.getByRole('status')).toBeVisible();
  });

  it('shows the card when the back office fails while it is used', async () => {
    const load = jest
      .fn<LoadAdmin>()
      .mockResolvedValueOnce(() => {
        throw new Error('a part is gone');
      })
      .mockResolvedValue(App);
    render(<AdminMount load={load} />);
    expect(await screen.findByRole('alert')).toBeVisible();

    await userEvent.click(retry());

    expect(await screen.findByText('Back office at /admin')).toBeVisible();
  });
});
