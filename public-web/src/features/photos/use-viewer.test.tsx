import { afterEach, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { aPhoto } from '../../../test/fixtures.ts';
import { NavigationContext, locationAt, type Navigation } from '../../app/router/navigation.ts';
import { useViewer } from './use-viewer.ts';

function Page() {
  const { isOpen, lastSeen, turn } = useViewer();
  return (
    <>
      <output>{isOpen ? 'open' : `closed${lastSeen ? `, last seen ${lastSeen.id}` : ''}`}</output>
      <button onClick={() => turn(aPhoto({ id: 3 }), undefined)}>Turn</button>
    </>
  );
}

const loaded = (state: unknown, address = '/photo/1', navigate: Navigation['navigate'] = () => undefined) => (
  <NavigationContext
    value={{
      location: locationAt(address, 'load', { key: state ? 'viewer' : 'page', state }),
      prefetch: async () => undefined,
      navigate,
      back: () => undefined,
    }}
  >
    <Page />
  </NavigationContext>
);

afterEach(() => void jest.restoreAllMocks());

it('hydrates a page with an open viewer as the server rendered it', () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const container = document.createElement('div');
  document.body.append(container);
  // The server does not know the history state.
  container.innerHTML = '<output>closed</output><button>Turn</button>';

  render(loaded({ viewer: true, page: 'b' }), { container, hydrate: true });

  expect(error).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('open');
});

it('closes on the photo seen last, also after a reload', () => {
  const navigate = jest.fn<Navigation['navigate']>();
  const { rerender } = render(loaded({ viewer: true, page: 'page' }, '/photo/2?gallery=sea', navigate));

  rerender(loaded(null, '/photo/1?gallery=sea', navigate));

  expect(navigate.mock.calls).toEqual([['/photo/2?gallery=sea', { replace: true }]]);
});

it('shows the photo turned to after closing, before the page has changed to the photo seen last', () => {
  const { rerender } = render(loaded({ viewer: true, page: 'page' }, '/photo/2'));
  rerender(loaded(null, '/photo/1'));
  expect(screen.getByRole('status').textContent).toBe('closed, last seen 2');

  rerender(loaded(null, '/photo/3'));

  expect(screen.getByRole('status').textContent).toBe('closed');
});

it('closes on the photo seen last also after it was opened again by Forward', () => {
  const navigate = jest.fn<Navigation['navigate']>();
  const viewer = { viewer: true, page: 'page' };
  const { rerender } = render(loaded(viewer, '/photo/2', navigate));
  // Closed, replaced by the photo seen last, and opened again.
  for (const [state, address] of [
    [null, '/photo/1'],
    [null, '/photo/2'],
    [viewer, '/photo/2'],
  ] as const) {
    rerender(loaded(state, address, navigate));
  }
  fireEvent.click(screen.getByRole('button', { name: 'Turn' }));
  rerender(loaded(viewer, '/photo/3', navigate));

  rerender(loaded(null, '/photo/2', navigate));

  expect(navigate).toHaveBeenLastCalledWith('/photo/3', { replace: true });
});
