import { describe, expect, it } from '@jest/globals';
import type { SavePhotoFields } from '@portfolio/contracts';
import { screen, waitFor } from '@testing-library/react';
import { cell, open, SAVE } from '../../../../test/photo-table.ts';

const search = () => screen.getByRole('searchbox', { name: 'Search' });

describe('the focus, when its photo leaves the filter', () => {
  /** Fills a cell and the one below, and saves them. */
  async function fillTwo(count: number, from: number) {
    const { user } = await open(count);
    await user.selectOptions(screen.getByLabelText('Missing'), 'No alt text');
    await user.type(cell('Alt Text', from), 'Boats{Enter}Wood');
    await user.keyboard('{Control>}s{/Control}');
  }

  it.each([
    ['next', 5, 4, 2],
    ['last', 3, 2, 3],
  ])('stays in the column, at the %s photo that is left', async (_, count, from, to) => {
    await fillTwo(count, from);

    await waitFor(() => expect(cell('Alt Text', to)).toHaveFocus());
  });

  it('moves to the page when no photo is left', async () => {
    await fillTwo(2, 2);

    expect(await screen.findByRole('heading', { name: 'No photos found' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('moves on when the second request of the save removes that photo too', async () => {
    const { user, api, site, save } = await open(5);
    await user.selectOptions(screen.getByLabelText('Missing'), 'No alt text');
    await user.type(cell('Alt Text', 4), 'Boats{Enter}Wood{Shift>}{Enter}{/Shift}');
    const outdated = { id: 3, code: 'request.outdated', message: '', current: site.photos.find(({ id }) => id === 3) };
    let respond = () => {};
    api.respond(SAVE, (call) => {
      api.respond(SAVE, (again) => new Promise((resolve) => (respond = () => resolve(save(again)))));
      const [first] = (call.body as SavePhotoFields).photos;
      return { ...save({ ...call, body: { photos: [first] } }), failures: [outdated] };
    });

    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(cell('Alt Text', 3)).toHaveFocus());
    await user.keyboard('{Control}{Shift}{Alt}{Meta}');
    respond();

    await waitFor(() => expect(screen.queryByDisplayValue('Wood')).toBeNull());
    await waitFor(() => expect(cell('Alt Text', 2)).toHaveFocus());
  });

  it('selects no text there, which the next key would replace', async () => {
    const { user } = await open(3);
    await user.selectOptions(screen.getByLabelText('Missing'), 'No alt text');
    await user.type(cell('Alt Text', 3), 'Boats');
    await user.click(cell('Title', 3));

    await user.keyboard('{Control>}s{/Control}');

    await waitFor(() => expect(cell('Title', 2)).toHaveFocus());
    expect(cell('Title', 2).selectionStart).toBe(cell('Title', 2).selectionEnd);
  });

  /** Changes a title, filters its photo out, and focuses the title, which is shown while changed. */
  async function focusUnlisted() {
    const { user } = await open(3);
    await user.type(cell('Title', 3), '!');
    await user.type(search(), '2');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
    await user.click(cell('Title', 3));
    return user;
  }

  it('stays in the column when Escape removes the photo', async () => {
    const user = await focusUnlisted();

    await user.keyboard('{Escape}');

    await waitFor(() => expect(cell('Title', 2)).toHaveFocus());
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('leaves the cells when the photo goes by a change back to the saved text', async () => {
    const user = await focusUnlisted();

    await user.keyboard('{Backspace}');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    await user.keyboard('{Backspace}');

    expect(cell('Title', 2)).toHaveValue('Photo 2');
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

it('the focus stays in the search after a saved photo has moved below the shown rows', async () => {
  const { user } = await open(60);
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Title');
  await waitFor(() => expect(cell('Title', 1)).toBeVisible());
  await user.clear(cell('Title', 1));
  await user.type(cell('Title', 1), 'Zinc');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(screen.queryByDisplayValue('Zinc')).toBeNull());

  await user.type(search(), 'Photo 2');

  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(12));
  expect(search()).toHaveFocus();
});
