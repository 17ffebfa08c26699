import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { renderAt } from '../../../test/render-page.tsx';
import { NavigationContext, useNavigation } from './navigation.ts';
import { PageLink } from './page-link.tsx';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Three links on a page. Returns the prefetched addresses. */
function open() {
  const fetched: string[] = [];
  const prefetch = async (address: string) => void fetched.push(address);
  const Links = () => (
    <NavigationContext value={{ ...useNavigation(), prefetch }}>
      {['/photo/1', '/photo/2', '/photo/3'].map((to) => (
        <PageLink key={to} to={to}>
          {to}
        </PageLink>
      ))}
    </NavigationContext>
  );
  renderAt('/', <Links />);
  return fetched;
}
const link = (name: string) => screen.getByRole('link', { name });
const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);

describe('the page of a link', () => {
  it('is prefetched when the pointer stays on the link', () => {
    const fetched = open();
    fireEvent.pointerEnter(link('/photo/1'));
    expect(fetched).toEqual([]);

    pass(65);
    expect(fetched).toEqual(['/photo/1']);
  });

  it('is not prefetched when pointer or focus pass over the link', () => {
    const fetched = open();
    for (const name of ['/photo/1', '/photo/2', '/photo/3']) {
      fireEvent.pointerEnter(link(name));
      pass(30);
      fireEvent.pointerLeave(link(name));
    }
    for (const name of ['/photo/1', '/photo/2']) {
      fireEvent.focus(link(name));
      pass(30);
      fireEvent.blur(link(name));
    }
    pass(1_000);
    expect(fetched).toEqual([]);
  });

  it('is prefetched when the focus stays on the link', () => {
    const fetched = open();
    fireEvent.focus(link('/photo/2'));
    pass(65);
    expect(fetched).toEqual(['/photo/2']);
  });

  it('is prefetched once, at once, when the link is pressed', () => {
    const fetched = open();
    fireEvent.pointerEnter(link('/photo/3'));
    fireEvent.pointerDown(link('/photo/3'));
    pass(1_000);
    expect(fetched).toEqual(['/photo/3']);
  });
});
