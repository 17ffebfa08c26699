import '@testing-library/jest-dom/jest-globals';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { someTexts } from '../../../test/fixtures.ts';

const hardReload = jest.fn<() => Promise<boolean>>();
jest.unstable_mockModule('./hard-reload.ts', () => ({ hardReload }));
const { Pages } = await import('./pages.tsx');
const { PAGES } = await import('../../routes.tsx');
const { respondWith, renderAt } = await import('../../../test/render-page.tsx');

/** Makes the import of a page fail, as after a new release. */
function withoutFile(path: string) {
  const view = PAGES.find((page) => page.path === path)!.view;
  view.Component = undefined;
  return jest.spyOn(view, 'load').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
}

afterEach(() => {
  jest.restoreAllMocks();
  hardReload.mockReset();
});

describe('a page whose code cannot be loaded', () => {
  it('is reloaded once', async () => {
    respondWith({});
    withoutFile('/about');
    hardReload.mockResolvedValue(true);

    renderAt('/about', <Pages />);

    await waitFor(() => expect(hardReload).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows an error while the site is unreachable, and loads at Try Again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    respondWith({ '/public/texts': someTexts() });
    const load = withoutFile('/about');
    hardReload.mockResolvedValue(false);
    renderAt('/about', <Pages />);

    expect(await screen.findByText('Something went wrong')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Oops!' })).toBeVisible();

    load.mockRestore();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });
});
