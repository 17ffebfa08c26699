import { afterEach, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { aPhoto } from '../../../test/fixtures.ts';
import { NavigationContext, locationAt, type Navigation } from '../../app/router/navigation.ts';
import { useViewer } from './use-viewer.ts';

/** Key of the page's own history entry. */
const PAGE_KEY = 'page';

function Page() {
  const { isOpen, lastSeen, turn } = useViewer();
  return (
    <>
      <output>{isOpen ? 'open' : `closed${lastSeen ? `, last seen ${lastSeen.id}` : ''}`}</output>
      <button onClick={() => turn(aPhoto({ id: 3 }), undefined)}>Turn</button>
    </>
  );
}

const pageAt = (state: unknown, address = '/photo/1', navigate: Navigation['navigate'] = () => undefined) => (
  <NavigationContext
    value={{
      location: locationAt(address, 'load', { key: state ? 'viewer' : PAGE_KEY, state }),
      prefetch: async () => undefined,
      navigate,
      back: () => undefined,
    }}
  >
    <Page />
  </NavigationContext>
);

afterEach(() => void jest.restoreAllMocks());

it("hydrates the server's closed page without an error, then opens the viewer", () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const container = document.createElement('div');
  document.body.append(container);
  // The server does not know the history state.
  container.innerHTML = '<output>closed</output><button>Turn</button>';

  render(pageAt({ viewer: true, page: PAGE_KEY }), { container, hydrate: true });

  expect(error).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('open');
});

it('closes on the photo seen last, also after a reload', () => {
  const navigate = jest.fn<Navigation['navigate']>();
  const { rerender } = render(pageAt({ viewer: true, page: PAGE_KEY }, '/photo/2?gallery=sea', navigate));

  rerender(pageAt(null, '/photo/1?gallery=sea', navigate));

  expect(navigate.mock.calls).toEqual([['/photo/2?gallery=sea', { replace: true }]]);
});

it('forgets the photo seen last when the visitor turns to another photo first', () => {
  const { rerender } = render(pageAt({ viewer: true, page: PAGE_KEY }, '/photo/2'));
  rerender(pageAt(null, '/photo/1'));
  expect(screen.getByRole('status').textContent).toBe('closed, last seen 2');

  rerender(pageAt(null, '/photo/3'));

  expect(screen.getByRole('status').textContent).toBe('closed');
});

const VIEWER = { viewer: true, page: PAGE_KEY };

/** The viewer, opened at photo 2. @returns `show` goes to another entry of the history */
function openAtSecond() {
  const navigate = jest.fn<Navigation['navigate']>();
  const { rerender } = render(pageAt(VIEWER, '/photo/2', navigate));
  const show = (state: typeof VIEWER | null, address: string) => rerender(pageAt(state, address, navigate));
  return { show, navigate };
}

it('closes on the photo seen last also after it was opened again by Forward', () => {
  const { show, navigate } = openAtSecond();
  // Closed, replaced by the photo seen last, and opened again.
  show(null, '/photo/1');
  show(null, '/photo/2');
  show(VIEWER, '/photo/2');
  fireEvent.click(screen.getByRole('button', { name: 'Turn' }));
  show(VIEWER, '/photo/3');

  show(null, '/photo/2');

  expect(navigate).toHaveBeenLastCalledWith('/photo/3', { replace: true });
});

it('closes on the photo of Forward after the page has turned to another photo', () => {
  const { show, navigate } = openAtSecond();
  // Closed, replaced by the photo seen last, turned, opened again and closed.
  show(null, '/photo/1');
  show(null, '/photo/2');
  show(null, '/photo/3');
  show(VIEWER, '/photo/2');
  show(null, '/photo/3');

  expect(navigate.mock.calls).toEqual([
    ['/photo/2', { replace: true }],
    ['/photo/2', { replace: true }],
  ]);
});
