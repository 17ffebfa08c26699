import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Api } from '@portfolio/api-client';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { fakeApi, unreachable } from '../../../test/fake-api.ts';
import { AdminContext, type AdminContextValue } from './admin-context.ts';
import { PageBoundary, useReportUncaughtErrors } from './page-boundary.tsx';

let isBroken: boolean;
beforeEach(() => {
  isBroken = true;
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Page() {
  if (isBroken) throw new RangeError('Too far');
  return <p>All is well</p>;
}

function Frame() {
  useReportUncaughtErrors();
  return (
    <main tabIndex={-1}>
      <PageBoundary>
        <Outlet />
      </PageBoundary>
    </main>
  );
}

function renderPage(response: () => unknown = () => ({ message: 'Noted' })) {
  const log = fakeApi({ 'POST /logs/frontend': response });
  const admin = { api: new Api({ token: () => 'a-token' }) } as AdminContextValue;
  const children = [
    { path: '/', element: <Page /> },
    { path: '/other', element: <p>Another page</p> },
    { path: '/broken', element: <Page /> },
  ];
  const frame = (
    <AdminContext value={admin}>
      <Frame />
    </AdminContext>
  );
  const router = createMemoryRouter([{ element: frame, children }]);
  render(<RouterProvider router={router} />);
  return { log, router, user: userEvent.setup() };
}

describe('a page that fails', () => {
  it('shows an error card and renders again after clicking Try Again', async () => {
    const { user } = renderPage();
    expect(screen.getByRole('alert')).toHaveTextContent('Oops!Something went wrong');
    expect(screen.getByRole('heading', { name: 'Oops!', level: 1 })).toBeVisible();

    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(screen.getByText('All is well')).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('does not affect other pages', async () => {
    const { router } = renderPage();

    await act(() => router.navigate('/other'));

    expect(screen.getByText('Another page')).toBeVisible();
  });

  it('is reported to the API with the token', async () => {
    const { log } = renderPage();

    await waitFor(() => expect(log.calls).toHaveLength(1));
    expect(log.calls[0]).toMatchObject({ route: 'POST /logs/frontend', token: 'Bearer a-token' });
    expect(log.calls[0]!.body).toMatchObject({ level: 'error', message: 'Too far', url: location.href });
  });

  it('is reported once when a navigation opens it', async () => {
    isBroken = false;
    const { log, router } = renderPage();

    isBroken = true;
    await act(() => router.navigate('/broken'));

    expect(screen.getByRole('alert')).toHaveTextContent('Oops!');
    await waitFor(() => expect(log.calls).toHaveLength(1));
  });
});

describe('useReportUncaughtErrors', () => {
  it('reports at most five uncaught errors, without ResizeObserver errors', async () => {
    isBroken = false;
    const { log } = renderPage();

    window.dispatchEvent(new ErrorEvent('error', { error: new Error('Thrown') }));
    window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed' }));
    for (let count = 0; count < 9; count++) {
      window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: `Given up ${count}` }));
    }

    await waitFor(() => expect(log.calls).toHaveLength(5));
    const messages = log.calls.map(({ body }) => (body as { message: string }).message);
    expect(messages).toEqual(['Thrown', 'Given up 0', 'Given up 1', 'Given up 2', 'Given up 3']);
  });

  it('does not report its own failed requests', async () => {
    isBroken = false;
    const { log } = renderPage(unreachable);

    window.dispatchEvent(new ErrorEvent('error', { error: new Error('Thrown') }));
    await waitFor(() => expect(log.calls).toHaveLength(1));
    await act(() => new Promise((resolve) => setTimeout(resolve)));

    expect(log.calls).toHaveLength(1);
  });
});
