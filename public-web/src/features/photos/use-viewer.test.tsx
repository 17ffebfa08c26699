import { afterEach, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { NavigationContext, locationAt, type Navigation } from '../../app/router/navigation.ts';
import { useViewer } from './use-viewer.ts';

const Page = () => <output>{useViewer().isOpen ? 'open' : 'closed'}</output>;

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
