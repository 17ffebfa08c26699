import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { InterludeView } from '@portfolio/contracts';
import { aGallery, aPhoto } from '../../../../test/factories.ts';
import { openEditDialog } from '../../../../test/gallery-dialog.ts';
import { interludeTitle } from './interlude-bar.tsx';
import { indexOfNumber, placeOf, sequenceOf, splitSequence, withPhotos } from './sequence.ts';

const WINTER: InterludeView = { before: 2, text: 'Winter' };
const PAUSE: InterludeView = { before: 2, text: null };
const END: InterludeView = { before: null, text: 'End' };

describe('a sequence', () => {
  const all = [WINTER, PAUSE, END];

  it('has texts and pauses at their places', () => {
    expect(sequenceOf([1, 2, 3], all)).toEqual([1, -1, -2, 2, 3, -3]);
    expect(sequenceOf([1, 3], all)).toEqual([1, 3, -1, -2, -3]);
    expect(splitSequence([-2, 3, -1, 1, -3], all)).toEqual({
      photoIds: [3, 1],
      interludes: [
        { before: 3, text: null },
        { before: 1, text: 'Winter' },
        { before: null, text: 'End' },
      ],
    });
  });

  it('keeps texts between the other photos when photos are removed or appended', () => {
    expect(withPhotos(all, [1, 2, 3], [1, 3])).toEqual([{ ...WINTER, before: 3 }, { ...PAUSE, before: 3 }, END]);
    expect(withPhotos(all, [1, 2, 3], [1, 2, 3, 4])).toEqual([WINTER, PAUSE, { before: 4, text: 'End' }]);
    expect(withPhotos(withPhotos(all, [1, 2, 3], []), [], [1, 2, 3])).toEqual(all);
  });

  it('names a text by its first 40 characters, with whole emoji', () => {
    const text = `${'a'.repeat(39)}🌊 and more`;

    expect(interludeTitle({ before: 1, text })).toBe(`Text “${'a'.repeat(39)}🌊”`);
  });

  it('numbers photos alone', () => {
    const sequence = [1, -1, 2, 3, -2];

    expect([0, 1, 2, 4].map((index) => placeOf(sequence, index))).toEqual([
      'number 1 of 3',
      'before number 2',
      'number 2 of 3',
      'at the end',
    ]);
    expect([1, 2, 3].map((number) => indexOfNumber(sequence, 1, number))).toEqual([0, 2, 4]);
  });
});

/** Dialog of a gallery of three photos with texts, by default one before its second photo. */
async function openWithText(texts = [{ index: 1, text: 'Winter' }]) {
  const photos = ['Harbour', 'Ridge', 'Meadow'].map((title) => aPhoto({ title }));
  const gallery = aGallery({ title: 'Slack Water', slug: 'slack-water' });
  const interludes = texts.map(({ index, text }) => ({ before: photos[index]!.id, text }));
  const page = await openEditDialog(
    {
      'GET /galleries/slack-water': () => ({ gallery, photos, interludes, next_cursor: null, total: 3 }),
    },
    undefined,
    gallery,
  );
  const list = within(page.dialog.getByRole('list', { name: 'Selected photos in order' }));
  const saved = async () => {
    await page.user.click(page.submit());
    await screen.findByText('Gallery updated successfully!');
    return page.api.bodiesOf(page.save).at(-1) as { photo_ids: number[]; interludes: InterludeView[] };
  };
  return { ...page, ids: photos.map(({ id }) => id), list, saved };
}

describe('texts and pauses between photos', () => {
  it('are added after the current photo, edited and saved', async () => {
    const { user, dialog, list, moveButton, saved, ids } = await openWithText();

    await user.click(moveButton('Ridge'));
    await user.click(dialog.getByRole('button', { name: 'Add pause after Ridge' }));
    expect(dialog.getByText('A pause is white space between two photos')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add text after Pause' }));
    expect(dialog.getByLabelText('Text between photos')).toHaveFocus();
    expect(list.getByText('Text')).toBeVisible();
    await user.keyboard('Spring');
    expect(list.queryByText('Text')).toBeNull();

    expect(await saved()).toMatchObject({
      photo_ids: ids,
      interludes: [
        { before: ids[1], text: 'Winter' },
        { before: ids[2], text: null },
        { before: ids[2], text: 'Spring' },
      ],
    });
  });

  it('are moved by keys like photos, and their places announced', async () => {
    const { list, press, saved, ids } = await openWithText();
    const text = list.getByRole('button', { name: 'Move Text “Winter”, before number 2' });

    act(() => text.focus());
    await press(' {ArrowRight} ');

    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
      'Text “Winter” is now before number 3.',
    );
    expect((await saved()).interludes).toEqual([{ before: ids[2], text: 'Winter' }]);
  });

  it('are moved by keys over the place where one was added', async () => {
    const { user, dialog, list, press, saved, ids } = await openWithText();
    await user.click(list.getByRole('button', { name: /^Move Harbour/ }));
    await user.click(dialog.getByRole('button', { name: 'Add text after Harbour' }));
    await user.keyboard('Autumn');

    act(() => list.getByRole('button', { name: /^Move Text “Autumn”/ }).focus());
    await press(' {ArrowRight}{ArrowLeft}{ArrowRight}{ArrowRight} ');

    const { interludes } = await saved();
    expect(interludes).toEqual([
      { before: ids[1], text: 'Winter' },
      { before: ids[2], text: 'Autumn' },
    ]);
  });

  it('have the focus after a drag past another text', async () => {
    const { list, dialog, press, saved, ids } = await openWithText([
      { index: 0, text: 'Winter' },
      { index: 0, text: 'Spring' },
    ]);
    const text = list.getByRole('button', { name: /^Move Text “Winter”/ });

    // As browsers do for a pressed button.
    act(() => text.focus());
    fireEvent.mouseDown(text, { button: 0, clientX: 20, clientY: 20 });
    fireEvent.mouseMove(document, { clientX: 30, clientY: 20 });
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    fireEvent.mouseMove(document, { clientX: 230, clientY: 30 });
    await dialog.findByText(/^Text “Winter” is over/);
    fireEvent.mouseUp(document);
    await dialog.findByText(/^Text “Winter” is now/);

    expect(list.getByRole('button', { name: /^Move Text “Winter”/ })).toHaveFocus();
    await press('{Delete}');
    expect((await saved()).interludes).toEqual([{ before: ids[0], text: 'Spring' }]);
  });

  it('disappear with the last photo, and the focus returns to the heading', async () => {
    const { list, press, dialog } = await openWithText();

    for (const title of ['Harbour', 'Ridge', 'Meadow']) {
      act(() => list.getByRole('button', { name: new RegExp(`^Move ${title}`) }).focus());
      await press('{Delete}');
    }

    expect(dialog.queryByRole('list', { name: 'Selected photos in order' })).toBeNull();
    expect(dialog.getByRole('heading', { name: 'Photos' })).toHaveFocus();
  });

  it('stay between the other photos when one is removed', async () => {
    const { user, dialog, saved, ids } = await openWithText();

    await user.click(dialog.getByRole('button', { name: 'Remove Ridge' }));

    expect(await saved()).toMatchObject({
      photo_ids: [ids[0], ids[2]],
      interludes: [{ before: ids[2], text: 'Winter' }],
    });
  });

  it('are removed by a button', async () => {
    const { user, dialog, saved } = await openWithText();

    await user.click(dialog.getByRole('button', { name: 'Remove Text “Winter”' }));

    expect(dialog.queryByRole('button', { name: /^Move Text/ })).toBeNull();
    expect((await saved()).interludes).toEqual([]);
  });

  it('need words', async () => {
    const { user, api, save, dialog, submit, list } = await openWithText();

    await user.click(list.getByRole('button', { name: /^Move Text/ }));
    await user.clear(dialog.getByLabelText('Text between photos'));
    await user.click(submit());

    expect(await dialog.findByText('A text between photos has 1 to 5000 characters')).toBeVisible();
    // The error may be scrolled out of view.
    expect(dialog.getByRole('heading', { name: 'Photos' })).toHaveFocus();
    await waitFor(() => expect(api.bodiesOf(save)).toEqual([]));
  });
});
