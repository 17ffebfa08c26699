import '@testing-library/jest-dom/jest-globals';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Api } from '@portfolio/api-client';
import { QueryClientProvider } from '@tanstack/react-query';
import { answerWith } from '../../../test/render-page.tsx';
import { ApiContext } from '../data/api-context.ts';
import { useRouteFocus } from './route-focus.ts';
import { BrowserNavigation } from './browser-navigation.tsx';
import { useRouteLocation } from './navigation.ts';
import { PageLink } from './page-link.tsx';
import { createQueryClient } from '../data/query-client.ts';

/** Two pages: one with links, two of them to the same place, and one with a part of its own. */
function TwoPages() {
  const main = useRouteFocus();
  const { pathname } = useRouteLocation();
  return (
    <main id="content" ref={main} tabIndex={-1} aria-label={pathname}>
      {pathname === '/imprint' ? (
        <section id="part" tabIndex={-1} aria-label="Part" />
      ) : (
        <>
          <PageLink to="/imprint">In the menu</PageLink>
          <PageLink to="/imprint">In the text</PageLink>
          <PageLink to="/imprint#part">To the part</PageLink>
          <PageLink to="/about">Here</PageLink>
        </>
      )}
    </main>
  );
}

function open() {
  history.pushState(null, '', '/about');
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiContext value={new Api()}>
        <BrowserNavigation>
          <TwoPages />
        </BrowserNavigation>
      </ApiContext>
    </QueryClientProvider>,
  );
}

const follow = async (name: string) => {
  await userEvent.click(screen.getByRole('link', { name }));
  await screen.findByRole('main', { name: '/imprint' });
};
const back = async () => {
  act(() => history.back());
  await screen.findByRole('main', { name: '/about' });
};

let top = 0;
/** How far down the page can be scrolled so far. */
let depth = Infinity;
beforeEach(() => {
  answerWith({});
  [top, depth] = [0, Infinity];
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => top });
  window.scrollTo = ((to: ScrollToOptions) => {
    top = Math.min(to.top ?? 0, depth);
  }) as typeof window.scrollTo;
  Element.prototype.scrollIntoView = function () {
    top = 77;
  };
});

describe('a page that one comes to', () => {
  it('begins at its top, with the focus on its content', async () => {
    open();
    top = 640;

    await follow('In the text');

    expect(top).toBe(0);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('begins where the address points', async () => {
    open();

    await follow('To the part');

    expect(top).toBe(77);
    expect(screen.getByRole('region', { name: 'Part' })).toHaveFocus();
  });

  it('begins again when one is there already', async () => {
    open();
    top = 640;
    const before = history.length;

    await userEvent.click(screen.getByRole('link', { name: 'Here' }));

    expect(top).toBe(0);
    expect(history.length).toBe(before);
  });
});

describe('a page that one comes back to', () => {
  it('is where it was left, with the focus on the link that was followed', async () => {
    open();
    top = 640;
    await follow('In the text');

    await back();

    expect(top).toBe(640);
    expect(screen.getByRole('link', { name: 'In the text' })).toHaveFocus();
  });

  it('is waited for until it is long enough', async () => {
    open();
    top = 640;
    await follow('In the menu');
    depth = 300;

    await back();
    expect(top).toBe(300);

    depth = Infinity;
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(top).toBe(640);
  });

  it('is left alone once the visitor moves by herself', async () => {
    open();
    top = 640;
    await follow('In the menu');
    depth = 300;
    await back();

    window.dispatchEvent(new Event('wheel'));
    depth = Infinity;
    await act(() => new Promise((resolve) => setTimeout(resolve, 60)));

    expect(top).toBe(300);
  });
});
