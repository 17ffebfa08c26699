import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { PhotoView, SavePhotoFields } from '@portfolio/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aPhotoList } from '../../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached } from '../../../../test/fake-api.ts';
import { aPhotoSite } from '../../../../test/photo-site.ts';
import { ADDRESS, bar, cell, open, SAVE, saveButton } from '../../../../test/photo-table.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../test/sign-in-again.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the photo table', () => {
  it('is a view of the list, in the address', async () => {
    const { user, address } = renderSignedIn('/admin/photos', aPhotoSite(2).routes);
    await screen.findByRole('listitem', { name: 'Photo 2' });

    await user.click(screen.getByRole('button', { name: 'Table' }));

    expect(await screen.findByRole('table', { name: 'Photos' })).toBeVisible();
    expect(address()).toBe(ADDRESS);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      ...['Photo', 'Title', 'Description', 'Alt Text', 'Selling Price', 'For sale'],
    ]);
    expect(cell('Title', 2)).toHaveValue('Photo 2');
    await user.click(screen.getByRole('button', { name: 'Grid' }));
    expect(address()).toBe('/admin/photos');
  });

  it('is empty, loading or failed as the grid is', async () => {
    const { user, api } = renderSignedIn(ADDRESS, { 'GET /photos': () => new FakeResponse(400, undefined) });
    const help = () => screen.queryByText(/^Enter and the arrow keys/);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch photos');
    expect(help()).toBeNull();
    let respond = (_: unknown) => {};
    api.respond('GET /photos', () => new Promise((resolve) => (respond = resolve)));

    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Loading the photos')).toBeInTheDocument();
    respond(aPhotoList([]));

    expect(await screen.findByRole('heading', { name: 'No photos found' })).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(help()).toBeNull();
  });

  it('shows more rows on request', async () => {
    const { user } = await open(120);
    expect(screen.getAllByRole('row')).toHaveLength(51);

    await user.click(screen.getByRole('button', { name: 'Show more photos' }));
    expect(screen.getAllByRole('row')).toHaveLength(101);
    await user.click(screen.getByRole('button', { name: 'Show more photos' }));

    await waitFor(() => expect(cell('Title', 1)).toBeVisible());
    expect(screen.queryByRole('button', { name: 'Show more photos' })).toBeNull();
    expect(document.body).not.toHaveFocus();
  });

  it('finds photos without a text', async () => {
    const { user, api, address } = await open(2);

    await user.selectOptions(screen.getByLabelText('Missing'), 'No alt text');

    await waitFor(() => expect(api.calls.at(-1)!.query.get('missing')).toBe('alt_text'));
    expect(address()).toBe(`${ADDRESS}&missing=alt_text`);
  });

  it('selects photos for the bulk actions', async () => {
    const { user } = await open(3);

    await user.click(screen.getByRole('checkbox', { name: 'Select Photo 2' }));

    expect(screen.getByRole('region', { name: 'Selected photos' })).toBeVisible();
  });
});

describe('keys in the photo table', () => {
  it('move down and up a column, and across with Tab', async () => {
    const { user } = await open(3);
    await user.click(cell('Selling Price', 3));

    await user.keyboard('120{Enter}250{ArrowDown}75{ArrowUp}');
    expect(cell('Selling Price', 2)).toHaveFocus();
    await user.keyboard('{Shift>}{Enter}{/Shift}{Tab}');
    expect(cell('For sale', 3)).toHaveFocus();
    await user.keyboard(' {Enter} ');

    expect(['3', '2', '1'].map((id) => cell('Selling Price', Number(id)).value)).toEqual(['120', '250', '75']);
    expect([3, 2, 1].map((id) => cell('For sale', id).checked)).toEqual([true, true, false]);
    expect(saveButton('3 photos')).toBeVisible();
  });

  it('start a new line by Enter on a touch screen, whose keyboard has no Alt', async () => {
    const { user } = await open(2);
    const query = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
    jest.spyOn(window, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList);
    await user.click(cell('Description', 2));

    await user.keyboard('One{Enter}Two');
    expect(cell('Description', 2)).toHaveValue('One\nTwo');
    await user.click(cell('Title', 2));
    await user.keyboard('{Enter}');

    expect(cell('Title', 1)).toHaveFocus();
  });

  it('stay in a text of several lines, until its end', async () => {
    const { user } = await open(2);
    await user.click(cell('Description', 2));

    await user.keyboard('One{Alt>}{Enter}{/Alt}Two{Home}{ArrowDown}');
    expect(cell('Description', 2)).toHaveValue('One\nTwo');
    expect(cell('Description', 2)).toHaveFocus();
    await user.keyboard('{End}{ArrowDown}');

    expect(cell('Description', 1)).toHaveFocus();
  });

  it('reach a row that is not shown yet', async () => {
    const { user } = await open(60);
    await user.click(cell('Title', 11));

    await user.keyboard('{Enter}');

    expect(cell('Title', 10)).toHaveFocus();
  });

  it('undo a cell with Escape, and save with Ctrl+S', async () => {
    const { user, sent } = await open(2);
    await user.type(cell('Title', 2), ' at dawn');
    await user.type(cell('Alt Text', 2), 'Boats');

    await user.click(cell('Title', 2));
    await user.keyboard('{Escape}');
    expect(cell('Title', 2)).toHaveValue('Photo 2');
    await user.keyboard('{Control>}s{/Control}');

    await waitFor(() => expect(sent()).toEqual([[{ id: 2, version: '"2"', alt_text: 'Boats' }]]));
  });

  it('keep the selection when Escape undoes a checkbox, and save nothing without a change', async () => {
    const { user, sent } = await open(2);
    await user.click(screen.getByRole('checkbox', { name: 'Select Photo 1' }));
    await user.click(cell('For sale', 2));

    await user.keyboard('{Escape}');
    expect(cell('For sale', 2)).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Select Photo 1' })).toBeChecked();
    await user.keyboard('{Control>}s{/Control}');
    expect(screen.queryByText('0 photos saved')).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('leave nothing to save after a change back', async () => {
    const { user } = await open(1, () => ({ selling_price: 120 }));

    await user.type(cell('Selling Price', 1), '.00');
    expect(cell('Selling Price', 1)).toHaveValue('120.00');
    await user.keyboard('{Backspace}{Backspace}{Backspace}');

    expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
  });
});

describe('a paste into the photo table', () => {
  it('fills a column and saves it', async () => {
    const { user, sent } = await open(30);
    await user.click(cell('Selling Price', 30));

    await user.paste(Array.from({ length: 20 }, (_, index) => `$1,${100 + index}.50`).join('\r\n'));

    expect(await screen.findByText('20 cells pasted')).toBeInTheDocument();
    expect(cell('Selling Price', 11)).toHaveValue('1119.50');
    await user.click(saveButton('20 photos'));
    expect(await screen.findByText('20 photos saved')).toBeInTheDocument();
    expect(sent()[0]).toHaveLength(20);
    expect(sent()[0]![19]).toEqual({ id: 11, version: '"11"', selling_price: 1119.5 });
    expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
    expect(cell('Selling Price', 30)).toHaveValue('1100.5');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('fills a block to the right and names what does not fit', async () => {
    const { user, sent } = await open(2);
    await user.click(cell('Alt Text', 2));

    await user.paste('"Boats\nat dawn"\t120\tyes\tmore\nWood\t\tperhaps\nLost\t1\tno\n');

    expect(
      await screen.findByText('5 cells pasted. Not pasted: 1 line, 1 column, 1 unreadable cell.'),
    ).toBeInTheDocument();
    await user.click(saveButton('2 photos'));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toEqual([
      { id: 2, version: '"2"', alt_text: 'Boats at dawn', selling_price: 120, is_for_sale: true },
      { id: 1, version: '"1"', alt_text: 'Wood' },
    ]);
  });

  it('stays in a description as paragraphs', async () => {
    const { user } = await open(2);
    await user.click(cell('Description', 2));

    await user.paste('At dawn.\n\nBefore the boats.');

    expect(cell('Description', 2)).toHaveValue('At dawn.\n\nBefore the boats.');
    expect(cell('Description', 1)).toHaveValue('');
  });

  it.each([' at dawn', '"Harbour"'])('goes to the cursor as a single text: %s', async (text) => {
    const { user } = await open(1);
    await user.click(cell('Title', 1));

    await user.paste(text);

    expect(cell('Title', 1)).toHaveValue(`Photo 1${text}`);
  });
});

describe('saving the photo table', () => {
  it('shows errors at the cells, and saves nothing until they are corrected', async () => {
    const { user, sent } = await open(3);
    await user.clear(cell('Title', 2));
    await user.type(cell('Selling Price', 3), 'much');
    await user.click(cell('Alt Text', 3));
    expect(cell('Selling Price', 3)).toHaveAccessibleDescription(
      'Selling price must be a number with at most 2 decimals',
    );
    expect(cell('Title', 2)).toHaveAccessibleDescription('Title is required');

    await user.click(screen.getByRole('button', { name: 'Grid' }));
    await user.click(saveButton('2 photos'));

    expect(await screen.findByText('Nothing is saved yet: correct 2 cells.')).toBeInTheDocument();
    expect(sent()).toEqual([]);
    await waitFor(() => expect(cell('Title', 2)).toHaveFocus());
    await user.keyboard('Ebb');
    expect(cell('Title', 2)).toBeValid();
  });

  it('preserves the input after a failure', async () => {
    const { user, api } = await open(2);
    api.respond(SAVE, unreachable);
    await user.type(cell('Alt Text', 2), 'Boats');

    await user.click(saveButton('1 photo'));

    expect(await screen.findByText(unreached('Failed to save the photos'))).toBeInTheDocument();
    expect(cell('Alt Text', 2)).toHaveValue('Boats');
    expect(saveButton('1 photo')).toBeEnabled();
  });

  it('says which photos were not saved', async () => {
    const { user, api, site } = await open(3);
    await user.click(cell('Alt Text', 3));
    await user.paste('Boats\nWood\nTide');
    const [boats, wood] = site.photos as [PhotoView, PhotoView];
    api.respond(SAVE, () => ({
      photos: [{ ...boats, alt_text: 'Boats' }],
      failures: [
        { id: 2, code: 'request.outdated', message: '', current: { ...wood, alt_text: 'Stone', version: '"new"' } },
        { id: 1, code: 'photo.not-found', message: 'Photo not found', current: null },
      ],
    }));

    await user.click(saveButton('3 photos'));

    expect(await screen.findByText('1 photo saved, 2 not: see the messages in the table.')).toBeInTheDocument();
    expect(cell('Alt Text', 2)).toHaveValue('Wood');
    expect(cell('Alt Text', 2)).toHaveAccessibleDescription('Changed elsewhere to “Stone”. Save again to replace it.');
    expect(cell('Alt Text', 1)).toHaveValue('Tide');
    expect(screen.getByText('Photo not found')).toBeVisible();
    api.respond(SAVE, () => ({ photos: [{ ...wood, alt_text: 'Wood' }], failures: [] }));
    await user.click(cell('Alt Text', 1));
    await user.keyboard('{Escape}');
    await user.click(saveButton('1 photo'));
    expect(await screen.findByText('1 photo saved')).toBeInTheDocument();
    expect((api.bodiesOf(SAVE).at(-1) as SavePhotoFields).photos).toEqual([
      { id: 2, version: '"new"', alt_text: 'Wood' },
    ]);
  });

  it('leaves a cell changed that was changed back during the request', async () => {
    const { user, api, site, sent } = await open(1);
    let respond = () => {};
    api.respond(SAVE, ({ body }) => {
      const photo = { ...site.photos[0]!, ...((body as SavePhotoFields).photos[0] as Partial<PhotoView>) };
      return new Promise((resolve) => (respond = () => resolve({ photos: [photo], failures: [] })));
    });
    await user.click(cell('For sale', 1));
    await user.click(saveButton('1 photo'));
    await user.click(cell('For sale', 1));
    respond();

    expect(await screen.findByText('1 photo saved')).toBeInTheDocument();
    expect(cell('For sale', 1)).not.toBeChecked();
    await user.click(saveButton('1 photo'));
    await waitFor(() => expect(sent().at(-1)).toMatchObject([{ id: 1, is_for_sale: false }]));
  });

  it('saves the other cells of a photo whose conflict was undone during the request', async () => {
    const { user, api, site, sent } = await open(2);
    const outdated = site.photos.map((photo) => ({ ...photo, alt_text: 'Stone', version: '"new"' }));
    const failures = outdated.map((current) => ({ id: current.id, code: 'request.outdated', message: '', current }));
    let respond = () => {};
    api.respond(SAVE, () => new Promise((resolve) => (respond = () => resolve({ photos: [], failures }))));
    await user.type(cell('Description', 1), 'At dawn');
    await user.click(cell('Alt Text', 2));
    await user.paste('Boats\nWood');

    await user.click(saveButton('2 photos'));
    for (const id of [1, 2]) {
      await user.click(cell('Alt Text', id));
      await user.keyboard('{Escape}');
    }
    const saved = { ...outdated[1]!, description: 'At dawn' };
    api.respond(SAVE, () => ({ photos: [saved], failures: [] }));
    respond();

    expect(await screen.findByText('1 photo saved')).toBeInTheDocument();
    expect(sent().at(-1)).toEqual([{ id: 1, version: '"new"', description: 'At dawn' }]);
    expect(cell('Alt Text', 1)).toHaveValue('Stone');
    expect(cell('Alt Text', 2)).toHaveValue('Stone');
    expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
  });

  /** Saves while alt text and description were changed elsewhere. The alt text is undone during the request. */
  async function saveAndUndo({ user, api, site }: Awaited<ReturnType<typeof open>>) {
    const current = { ...site.photos[0]!, alt_text: 'Stone', description: 'Ebb', version: '"new"' };
    const failures = [{ id: 1, code: 'request.outdated', message: '', current }];
    let respond = () => {};
    api.respond(SAVE, () => new Promise((resolve) => (respond = () => resolve({ photos: [], failures }))));
    await user.type(cell('Alt Text', 1), 'Boats');
    await user.click(saveButton('1 photo'));
    await user.click(cell('Alt Text', 1));
    await user.keyboard('{Escape}');
    respond();
    await waitFor(() => expect(cell('Alt Text', 1)).toHaveValue('Stone'));
  }

  it('shows no conflict at a cell that was undone during the request', async () => {
    const page = await open(1);
    await page.user.type(cell('Description', 1), 'At dawn');

    await saveAndUndo(page);

    expect(await screen.findByText('0 photos saved, 1 not: see the messages in the table.')).toBeInTheDocument();
    expect(cell('Alt Text', 1)).toBeValid();
    expect(cell('Description', 1)).toBeInvalid();
  });

  it('shows no result when all changes were undone during the request', async () => {
    const page = await open(1);

    await saveAndUndo(page);

    await page.user.type(cell('Alt Text', 1), 's');
    await waitFor(() => expect(saveButton('1 photo')).toBeEnabled());
    expect(screen.queryByText(/saved/)).toBeNull();
  });

  it('merges changes from elsewhere to other fields, and saves again', async () => {
    const { user, api, site, sent } = await open(1);
    await user.type(cell('Alt Text', 1), 'Boats');
    const current = { ...site.photos[0]!, description: 'From elsewhere', version: '"new"' };
    api.respond(SAVE, ({ body }) =>
      (body as SavePhotoFields).photos[0]!.version === '"new"'
        ? { photos: [{ ...current, alt_text: 'Boats' }], failures: [] }
        : { photos: [], failures: [{ id: 1, code: 'request.outdated', message: '', current }] },
    );

    await user.click(saveButton('1 photo'));

    expect(await screen.findByText('1 photo saved')).toBeInTheDocument();
    expect(sent()).toHaveLength(2);
    expect(cell('Description', 1)).toHaveValue('From elsewhere');
  });

  it('shows a message at a photo that was changed elsewhere during each attempt', async () => {
    const { user, api, site, sent } = await open(1);
    await user.type(cell('Alt Text', 1), 'Boats');
    api.respond(SAVE, () => {
      const current = { ...site.photos[0]!, version: `"${sent().length}"` };
      return { photos: [], failures: [{ id: 1, code: 'request.outdated', message: '', current }] };
    });

    await user.click(saveButton('1 photo'));

    expect(await screen.findByText('0 photos saved, 1 not: see the messages in the table.')).toBeInTheDocument();
    expect(sent()).toHaveLength(3);
    expect(screen.getByText('Changed elsewhere during each attempt. Save again.')).toBeVisible();
  });

  it('saves a cell that was changed by a bulk action and is changed back', async () => {
    const { user, api, site, sent } = await open(1);
    await user.type(cell('Alt Text', 1), 'Boats');
    const current = { ...site.photos[0]!, is_for_sale: true, version: '"new"' };
    api.respond('PUT /photos/batch', () => ({ count: 1, message: '' }));
    api.respond(SAVE, ({ body }) =>
      (body as SavePhotoFields).photos[0]!.version === '"new"'
        ? { photos: [{ ...current, alt_text: 'Boats', is_for_sale: false }], failures: [] }
        : { photos: [], failures: [{ id: 1, code: 'request.outdated', message: '', current }] },
    );
    await user.click(screen.getByRole('checkbox', { name: 'Select Photo 1' }));
    await user.click(screen.getByRole('button', { name: 'Mark as for sale' }));
    await waitFor(() => expect(cell('For sale', 1)).toBeChecked());

    await user.click(cell('For sale', 1));
    expect(cell('For sale', 1)).not.toBeChecked();
    await user.click(saveButton('1 photo'));

    expect(await screen.findByText('1 photo saved')).toBeInTheDocument();
    expect(sent().at(-1)).toEqual([{ id: 1, version: '"new"', alt_text: 'Boats', is_for_sale: false }]);
  });
});

describe('unsaved cells', () => {
  it('stay while the list is filtered', async () => {
    const { user } = await open(3);
    await user.type(cell('Alt Text', 1), 'Boats');

    await user.type(screen.getByRole('searchbox', { name: 'Search' }), '3');

    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
    expect(cell('Alt Text', 1)).toHaveValue('Boats');
    expect(screen.getByRole('checkbox', { name: 'Select Photo 1' })).toBeDisabled();
    expect(screen.getByRole('checkbox', { name: 'Select Photo 3' })).toBeEnabled();
  });

  it('are discarded after a question, also on the way to another page', async () => {
    const { user, go } = await open(2);
    await user.type(cell('Alt Text', 2), 'Boats');
    await user.click(bar().getByRole('button', { name: 'Discard' }));
    const question = () => within(screen.getByRole('alertdialog', { name: 'Discard changes?' }));
    await user.click(question().getByRole('button', { name: 'Keep editing' }));
    expect(cell('Alt Text', 2)).toHaveValue('Boats');

    await go('/admin/galleries');
    expect(question().getByText('What you have changed here has not been saved.')).toBeVisible();
    await user.click(question().getByRole('button', { name: 'Keep editing' }));
    await user.click(bar().getByRole('button', { name: 'Discard' }));
    await user.click(question().getByRole('button', { name: 'Discard' }));

    expect(cell('Alt Text', 2)).toHaveValue('');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('return after the next sign-in', async () => {
    const page = await open(2);
    const { user, api } = page;
    await user.type(cell('Alt Text', 2), 'Boats');
    api.respond(SAVE, () => failing('auth.required'));
    await user.click(saveButton('1 photo'));

    await signInAgain(page);

    expect(await screen.findByRole('textbox', { name: 'Alt Text of Photo 2, changed' })).toHaveValue('Boats');
  });
});
