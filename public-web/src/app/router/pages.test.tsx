import '@testing-library/jest-dom/jest-globals';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { someTexts } from '../../../test/fixtures.ts';

const hardReload = jest.fn<() => Promise<boolean>>();
jest.unstable_mockModule('./hard-reload.ts', () => ({ hardReload }));
const { Pages } = await import('./pages.tsx');
const { PAGES } = await import('../../routes.tsx');
const { answerWith, renderAt } = await import('../../../test/render-page.tsx');

/** Lets the file of a page be gone, as after a new version was put in place. */
function withoutFile(path: string) {
  const view = PAGES.find((page) => page.path === path)!.view;
  view.Component = undefined;
  return jest.spyOn(view, 'ready').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
}

afterEach(() => {
  jest.restoreAllMocks();
  hardReload.mockReset();
});

describe('a page whose file is gone', () => {
  it('is loaded whole, once', async () => {
    answerWith({});
    withoutFile('/about');
    hardReload.mockResolvedValue(true);

    renderAt('/about', <Pages />);

    await waitFor(() => expect(hardReload).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says so where the site is away, and comes when it is tried again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    answerWith({ '/public/texts': someTexts() });
    const ready = withoutFile('/about');
    hardReload.mockResolvedValue(false);
    renderAt('/about', <Pages />);

    expect(await screen.findByText('Something went wrong')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Oops!' })).toBeVisible();

    ready.mockRestore();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });
});
