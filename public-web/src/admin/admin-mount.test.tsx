import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminMount } from './admin-mount.tsx';
import { AdminUnavailable, AdminIncompatible, type AdminAppProps, type LoadAdmin } from './load-admin.ts';

const App = ({ basePath, apiOrigin }: AdminAppProps) => <p>{`Back office at ${basePath}${apiOrigin}`}</p>;

const retry = () => screen.getByRole('button', { name: 'Retry' });

describe('AdminMount', () => {
  beforeEach(() => {
    // The error is logged to the console.
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('shows the back office once it is loaded', async () => {
    render(<AdminMount load={() => Promise.resolve(App)} />);

    expect(await screen.findByText('Back office at /admin')).toBeVisible();
  });

  it('shows that it is unavailable, and loads it at Retry', async () => {
    const load = jest
      .fn<LoadAdmin>()
      .mockRejectedValueOnce(new AdminUnavailable())
      .mockRejectedValueOnce(new AdminUnavailable())
      .mockResolvedValue(App);
    render(<AdminMount load={load} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('It cannot be reached right now.');

    await userEvent.click(retry());
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.click(retry());

    expect(await screen.findByText('Back office at /admin')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('has a main landmark while it is unavailable', async () => {
    render(<AdminMount load={() => Promise.reject(new AdminUnavailable())} />);

    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('main')).toContainElement(screen.getByRole('heading', { level: 1 }));
  });

  it('keeps the focus on Retry, then moves it to the back office', async () => {
    let fail: (error: Error) => void = () => {};
    const load = jest
      .fn<LoadAdmin>()
      .mockRejectedValueOnce(new AdminUnavailable())
      .mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
      .mockResolvedValue(App);
    render(<AdminMount load={load} />);
    await screen.findByRole('alert');

    await userEvent.click(retry());
    expect(screen.getByRole('status')).toHaveTextContent('Loading…');
    expect(retry()).toHaveFocus();
    await userEvent.click(retry());
    expect(load).toHaveBeenCalledTimes(2);
    await act(async () => fail(new AdminUnavailable()));
    expect(screen.getByRole('alert')).toBeVisible();
    expect(retry()).toHaveFocus();
    await userEvent.click(retry());

    const app = await screen.findByText('Back office at /admin');
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement).toContainElement(app);
  });

  it('reloads the page when a module cannot be loaded', async () => {
    const reload = jest.fn();
    const load = jest.fn<LoadAdmin>().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    render(<AdminMount load={load} reload={reload} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('One of its files is missing');

    await userEvent.click(retry());

    expect(reload).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('shows an error when the back office crashes, and reloads the page', async () => {
    const reload = jest.fn();
    const Gone = () => {
      throw new Error('a part is gone');
    };
    render(<AdminMount load={() => Promise.resolve(Gone)} reload={reload} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('perhaps because of an update');

    await userEvent.click(retry());

    expect(reload).toHaveBeenCalledTimes(1);
  });

  describe('with a version mismatch', () => {
    const incompatible = () =>
      Promise.reject(new AdminIncompatible([{ name: 'react', needed: '^20.0.0', here: '19.3.1' }]));

    it('shows the mismatch with its versions', async () => {
      render(<AdminMount load={incompatible} />);

      const alert = await screen.findByRole('alert');
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('version mismatch');
      expect(alert).toHaveTextContent('Nothing is lost, and the public site is not affected.');
      expect(alert).toHaveTextContent('For the operator: react ^20.0.0 is needed, 19.3.1 is installed.');
      expect(screen.getByRole('link', { name: 'Go to the public site' })).toHaveAttribute('href', '/');
    });

    it('links to the standalone back office if it has an address', async () => {
      const { rerender } = render(<AdminMount load={incompatible} />);
      await screen.findByRole('alert');
      expect(screen.queryByRole('link', { name: /on its own/ })).toBeNull();

      rerender(<AdminMount load={incompatible} standaloneUrl="https://admin.example/admin-app/" />);

      const link = await screen.findByRole('link', { name: 'Open the back office on its own' });
      expect(link).toHaveAttribute('href', 'https://admin.example/admin-app/');
    });
  });
});
