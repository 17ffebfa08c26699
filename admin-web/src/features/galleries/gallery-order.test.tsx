import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aGallery, aGalleryList } from '../../../test/factories.ts';
import { FakeResponse } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

afterEach(() => {
  jest.restoreAllMocks();
});

const ROUTE = 'PUT /galleries/order';
const HEIGHT = 60;

async function open(titles = ['Tides', 'Hills', 'Dunes', 'Attic']) {
  let galleries = titles.map((title) => aGallery({ title }));
  const page = renderSignedIn('/admin/galleries', {
    'GET /galleries': () => aGalleryList(galleries),
    [ROUTE]: ({ body }) => {
      const { gallery_ids: ids } = body as { gallery_ids: number[] };
      galleries = ids.map((id) => galleries.find((gallery) => gallery.id === id)!);
      return { message: 'Order saved' };
    },
  });
  const table = within(await screen.findByRole('table', { name: 'Galleries' }));
  const handles = () => table.getAllByRole('button', { name: /^Move/ });
  return {
    ...page,
    galleries,
    handle: (title: string) => table.getByRole('button', { name: new RegExp(`^Move ${title}, `) }),
    order: () => handles().map((handle) => /^Move (.*),/.exec(handle.getAttribute('aria-label')!)![1]),
  };
}

describe('the order of galleries', () => {
  it('changes with Space and arrow keys, is announced, and the focus stays', async () => {
    const { user, api, handle, order, galleries } = await open();
    const [tides, hills, dunes, attic] = galleries.map(({ id }) => id);

    act(() => handle('Tides').focus());
    await user.keyboard(' {ArrowDown}{ArrowDown}');
    expect(screen.getByText('Tides is over number 3 of 4.')).toBeInTheDocument();
    expect(order()).toEqual(['Hills', 'Dunes', 'Tides', 'Attic']);
    expect(api.bodiesOf(ROUTE)).toEqual([]);
    await user.keyboard(' ');

    expect(screen.getByText('Tides is now number 3 of 4.')).toBeInTheDocument();
    expect(handle('Tides')).toHaveFocus();
    await waitFor(() => expect(api.bodiesOf(ROUTE)).toEqual([{ gallery_ids: [hills, dunes, tides, attic] }]));
    expect(order()).toEqual(['Hills', 'Dunes', 'Tides', 'Attic']);
  });

  it.each([' ', 'Enter'])('stays lifted while the key %j is held', async (key) => {
    const { handle } = await open();

    fireEvent.keyDown(handle('Tides'), { key });
    expect(fireEvent.keyDown(handle('Tides'), { key, repeat: true })).toBe(false);
    fireEvent.keyDown(handle('Tides'), { key: 'ArrowDown' });

    expect(screen.getByText('Tides is over number 2 of 4.')).toBeInTheDocument();
  });

  it('stays on Escape', async () => {
    const { user, api, handle, order } = await open();

    act(() => handle('Dunes').focus());
    await user.keyboard('{Enter}{Home}{Escape}');

    expect(order()).toEqual(['Tides', 'Hills', 'Dunes', 'Attic']);
    expect(handle('Dunes')).toHaveFocus();
    expect(api.bodiesOf(ROUTE)).toEqual([]);
  });

  it('changes by dragging a row past the middle of another', async () => {
    const { api, handle, order, galleries } = await open();
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const index = [...(this.closest('tbody')?.children ?? [])].indexOf(this.closest('tr')!);
      return new DOMRect(0, Math.max(0, index) * HEIGHT, 400, HEIGHT);
    });
    const drag = async (y: number) => {
      fireEvent.mouseMove(document, { clientX: 10, clientY: y });
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    };

    fireEvent.mouseDown(handle('Tides'), { button: 0, clientX: 10, clientY: 30 });
    await drag(40);
    await drag(160);
    await screen.findByText(/^Tides is over number 3 of 4/);
    fireEvent.mouseUp(document);

    await waitFor(() => expect(api.bodiesOf(ROUTE)).toHaveLength(1));
    expect(order()).toEqual(['Hills', 'Dunes', 'Tides', 'Attic']);
    expect(api.bodiesOf(ROUTE)).toEqual([
      { gallery_ids: [galleries[1]!.id, galleries[2]!.id, galleries[0]!.id, galleries[3]!.id] },
    ]);
  });

  it('is restored when it cannot be saved', async () => {
    const { user, api, handle, order } = await open();
    api.respond(ROUTE, () => new FakeResponse(500, undefined));

    act(() => handle('Attic').focus());
    await user.keyboard(' {Home} ');

    expect(await screen.findByText('Failed to save the order')).toBeInTheDocument();
    await waitFor(() => expect(order()).toEqual(['Tides', 'Hills', 'Dunes', 'Attic']));
  });
});
