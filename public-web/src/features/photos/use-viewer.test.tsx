import { afterEach, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { NavigationContext, locationAt, type Navigation } from '../../app/router/navigation.ts';
import { useViewer } from './use-viewer.ts';

function Page() {
  const { isOpen, lastSeen } = useViewer();
  return <output>{isOpen ? 'open' : `closed${lastSeen ? `, last seen ${lastSeen.id}` : ''}`}</output>;
}

const loaded = (state: unknown, address = '/photo/1', navigate: Navigation['navigate'] = () => undefined) => (
  <NavigationContext
    value={{
      location: locationAt(address, 'load', { key: state ? 'viewer' : 'page', state }),
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
  container.innerHTML = '<output>closed</output>';

  render(loaded({ viewer: true, page: 'b', from: '/photo/1' }), { container, hydrate: true });

  expect(error).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('open');
});

it('closes on the photo seen last, also after a reload', () => {
  const navigate = jest.fn<Navigation['navigate']>();
  const state = { viewer: true, page: 'page', from: '/photo/1?gallery=sea' };
  const { rerender } = render(loaded(state, '/photo/2?gallery=sea', navigate));

  rerender(loaded(null, '/photo/1?gallery=sea', navigate));

  expect(navigate.mock.calls).toEqual([['/photo/2?gallery=sea', { replace: true }]]);
});

it('shows the photo turned to after closing, before the page has changed to the photo seen last', () => {
  const { rerender } = render(loaded({ viewer: true, page: 'page', from: '/photo/1' }, '/photo/2'));
  rerender(loaded(null, '/photo/1'));
  expect(screen.getByRole('status').textContent).toBe('closed, last seen 2');

  rerender(loaded(null, '/photo/3'));

  expect(screen.getByRole('status').textContent).toBe('closed');
});
