import '@testing-library/jest-dom/jest-globals';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Api } from '@portfolio/api-client';
import { QueryClientProvider } from '@tanstack/react-query';
import { respondWith } from '../../../test/render-page.tsx';
import { ApiContext } from '../data/contexts.ts';
import { useRouteFocus } from './route-focus.ts';
import { BrowserNavigation } from './navigation-provider.tsx';
import { addressOf, hasViewer, useNavigation } from './navigation.ts';
import { PageLink } from './page-link.tsx';
import { createQueryClient } from '../data/query-client.ts';

/** A page with links, two of them to the same address, and a photo with a section. */
function TwoPages() {
  const main = useRouteFocus();
  const { location, navigate } = useNavigation();
  const { pathname, search } = location;
  return (
    <main id="content" ref={main} tabIndex={-1} aria-label={pathname}>
      {search && <PageLink to={pathname}>Back to the first photos</PageLink>}
      <button onClick={() => navigate(addressOf(location), { state: { viewer: true } })}>View full screen</button>
      {hasViewer(location) && <PageLink to="/contact">In the viewer</PageLink>}
      {pathname.startsWith('/photo/') ? (
        <>
          <section id="part" tabIndex={-1} aria-label="Part" />
          <PageLink to="/photo/1" replace>
            Photo 1, replacing this one
          </PageLink>
          <PageLink to="/about">Menu</PageLink>
          <PageLink to="/contact">Contact</PageLink>
        </>
      ) : (
        <>
          <PageLink to="/photo/12">In the menu</PageLink>
          <PageLink to="/photo/12">In the text</PageLink>
          <PageLink to="/photo/12#part">To the part</PageLink>
          <PageLink to="/about">Current page</PageLink>
          <PageLink to="/photo/1">Photo 1</PageLink>
          <PageLink to="/contact">Contact in the menu</PageLink>
        </>
      )}
    </main>
  );
}

function open(address = '/about') {
  history.pushState(null, '', address);
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

const followToPhoto = async (name: string) => {
  await userEvent.click(screen.getByRole('link', { name }));
  await screen.findByRole('main', { name: '/photo/12' });
};
const backToAbout = async () => {
  act(() => history.back());
  await screen.findByRole('main', { name: '/about' });
};

/** Scroll position after `scrollIntoView`. */
const FRAGMENT_TOP = 77;
let scrollTop = 0;
let maxScrollTop = Infinity;
beforeEach(() => {
  respondWith({});
  [scrollTop, maxScrollTop] = [0, Infinity];
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => scrollTop });
  window.scrollTo = ((to: ScrollToOptions) => {
    scrollTop = Math.min(to.top ?? 0, maxScrollTop);
  }) as typeof window.scrollTo;
  Element.prototype.scrollIntoView = function () {
    scrollTop = FRAGMENT_TOP;
  };
});

describe('a navigation', () => {
  it('scrolls to the top and focuses the content', async () => {
    open();
    scrollTop = 640;

    await followToPhoto('In the text');

    expect(scrollTop).toBe(0);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('scrolls to the fragment and focuses it', async () => {
    open();

    await followToPhoto('To the part');

    expect(scrollTop).toBe(FRAGMENT_TOP);
    expect(screen.getByRole('region', { name: 'Part' })).toHaveFocus();
  });

  it('scrolls to the top of the same page', async () => {
    open();
    scrollTop = 640;
    const before = history.length;

    await userEvent.click(screen.getByRole('link', { name: 'Current page' }));

    expect(scrollTop).toBe(0);
    expect(history.length).toBe(before);
  });
});

describe('the focus', () => {
  it('moves to the content when a followed link disappears from the same page', async () => {
    open('/about?from=c');

    await userEvent.click(screen.getByRole('link', { name: 'Back to the first photos' }));

    await waitFor(() => expect(screen.queryByRole('link', { name: 'Back to the first photos' })).toBeNull());
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('stays on a followed link of the same page', async () => {
    open('/about?from=c');

    await userEvent.click(screen.getByRole('link', { name: 'Current page' }));

    await waitFor(() => expect(screen.queryByRole('link', { name: 'Back to the first photos' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Current page' })).toHaveFocus();
  });

  it('moves to the content after a link in the viewer', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'View full screen' }));

    await userEvent.click(screen.getByRole('link', { name: 'In the viewer' }));

    expect(await screen.findByRole('main', { name: '/contact' })).toHaveFocus();
  });
});

describe('back', () => {
  it('restores the scroll position and focuses the followed link', async () => {
    open();
    scrollTop = 640;
    await followToPhoto('In the text');

    await backToAbout();

    expect(scrollTop).toBe(640);
    expect(screen.getByRole('link', { name: 'In the text' })).toHaveFocus();
  });

  it('restores the scroll position after a double click', async () => {
    open();
    scrollTop = 640;
    const link = screen.getByRole('link', { name: 'In the text' });
    // Both clicks happen before the next page is shown.
    act(() => [1, 2].forEach(() => link.click()));
    await screen.findByRole('main', { name: '/photo/12' });

    await backToAbout();

    expect(scrollTop).toBe(640);
  });

  it('focuses the link to the photo that replaced the followed one, and scrolls it into view', async () => {
    open();
    scrollTop = 640;
    await followToPhoto('In the text');
    const focus = jest.spyOn(HTMLElement.prototype, 'focus');
    await userEvent.click(screen.getByRole('link', { name: 'Photo 1, replacing this one' }));
    await screen.findByRole('main', { name: '/photo/1' });

    await backToAbout();

    const link = screen.getByRole('link', { name: 'Photo 1' });
    expect(link).toHaveFocus();
    // The browser scrolls to it where it is out of view.
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: false });
    focus.mockRestore();
  });

  it('then forward focuses the link that was followed there, not one to the page just left', async () => {
    open();
    await followToPhoto('In the text');
    await userEvent.click(screen.getByRole('link', { name: 'Contact' }));
    await screen.findByRole('main', { name: '/contact' });
    act(() => history.back());
    await screen.findByRole('main', { name: '/photo/12' });
    await backToAbout();

    act(() => history.forward());

    await screen.findByRole('main', { name: '/photo/12' });
    expect(screen.getByRole('link', { name: 'Contact' })).toHaveFocus();
  });

  it('waits until the page is long enough', async () => {
    open();
    scrollTop = 640;
    await followToPhoto('In the menu');
    maxScrollTop = 300;

    await backToAbout();
    expect(scrollTop).toBe(300);

    maxScrollTop = Infinity;
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(scrollTop).toBe(640);
  });

  it('stops when the visitor scrolls', async () => {
    open();
    scrollTop = 640;
    await followToPhoto('In the menu');
    maxScrollTop = 300;
    await backToAbout();

    window.dispatchEvent(new Event('wheel'));
    maxScrollTop = Infinity;
    await act(() => new Promise((resolve) => setTimeout(resolve, 60)));

    expect(scrollTop).toBe(300);
  });
});

it('a broken saved scroll position is ignored', async () => {
  sessionStorage.setItem('scroll-positions', '{');

  await jest.isolateModulesAsync(async () => {
    const { scrollPositionAt } = await import('./scroll-positions.ts');

    expect(scrollPositionAt('any')).toBeUndefined();
  });
});
