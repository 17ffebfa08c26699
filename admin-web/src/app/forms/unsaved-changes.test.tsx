import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { AdminContext, type AdminContextValue, type Session } from '../layout/admin-context.ts';
import { NavigationGuard, useUnsavedChanges } from './unsaved-changes.tsx';

let isDirty: boolean;
let session: Session['status'];
beforeEach(() => {
  isDirty = true;
  session = 'signed-in';
});

function Form({ onLeave }: { onLeave: () => void }) {
  const { leave, confirmDialog } = useUnsavedChanges(isDirty, onLeave);
  return (
    <>
      <button onClick={leave}>Leave</button>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="?tab=2">Tab</Link>
      {confirmDialog}
    </>
  );
}

function open() {
  const left = jest.fn();
  const router = createMemoryRouter(
    [
      {
        element: (
          <AdminContext value={{ session: { status: session } } as AdminContextValue}>
            <Outlet />
            <NavigationGuard />
          </AdminContext>
        ),
        children: [
          { path: '/', element: <Form onLeave={left} /> },
          { path: '*', element: <p>Elsewhere it is</p> },
        ],
      },
    ],
    { initialEntries: ['/elsewhere', '/'] },
  );
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), left, router };
}

const dialog = () => screen.queryByRole('alertdialog', { name: 'Discard changes?' });
/** The button of the dialog, if it is open, else of the form. */
const lastButton = (name: string) => screen.getAllByRole('button', { name }).at(-1)!;

describe('unsaved changes', () => {
  it('are discarded after a confirmation', async () => {
    const { user, left } = open();

    await user.click(lastButton('Leave'));
    expect(dialog()).toHaveAccessibleDescription('What you have changed here has not been saved.');
    expect(left).not.toHaveBeenCalled();
    await user.click(lastButton('Discard'));

    expect(left).toHaveBeenCalledTimes(1);
    expect(dialog()).toBeNull();
  });

  it('stay when the artist keeps editing', async () => {
    const { user, left } = open();

    await user.click(lastButton('Leave'));
    await user.click(lastButton('Keep editing'));

    expect(dialog()).toBeNull();
    expect(left).not.toHaveBeenCalled();
  });

  it('block a link until the confirmation', async () => {
    const { user } = open();

    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(dialog()).toBeVisible();
    expect(screen.queryByText('Elsewhere it is')).toBeNull();
    await user.click(lastButton('Discard'));

    expect(await screen.findByText('Elsewhere it is')).toBeVisible();
  });

  it('block Back, and stay when the artist keeps editing', async () => {
    const { user, router } = open();

    await act(() => router.navigate(-1));
    await user.click(lastButton('Keep editing'));

    expect(dialog()).toBeNull();
    expect(router.state.location.pathname).toBe('/');
  });

  it('allow a link to another query string of the same page', async () => {
    const { user, router } = open();

    await user.click(screen.getByRole('link', { name: 'Tab' }));

    expect(dialog()).toBeNull();
    expect(router.state.location.search).toBe('?tab=2');
  });

  it('block Back to another query string of the same page', async () => {
    const { user, router } = open();
    await user.click(screen.getByRole('link', { name: 'Tab' }));

    await act(() => router.navigate(-1));
    expect(dialog()).toBeVisible();
    expect(router.state.location.search).toBe('?tab=2');
    await user.click(lastButton('Discard'));

    expect(router.state.location.search).toBe('');
  });

  it('let the browser confirm before the tab closes', () => {
    open();

    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  });

  it('do not block navigation once the session has ended', async () => {
    session = 'signed-out';
    const { user } = open();

    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));

    expect(await screen.findByText('Elsewhere it is')).toBeVisible();
  });
});

it('leaves without a confirmation when nothing has changed', async () => {
  isDirty = false;
  const { user, left } = open();

  await user.click(lastButton('Leave'));
  expect(left).toHaveBeenCalledTimes(1);
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));

  expect(await screen.findByText('Elsewhere it is')).toBeVisible();
});
