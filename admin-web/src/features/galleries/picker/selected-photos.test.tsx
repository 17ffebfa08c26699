import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { openEditDialog } from '../../../../test/gallery-dialog.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const FIVE = ['One', 'Two', 'Three', 'Four', 'Five'];

describe('the selected photos', () => {
  it('are moved with Space and arrow keys, and their positions are announced', async () => {
    const { moveButton, press, order, dialog } = await openEditDialog({}, FIVE);

    act(() => moveButton('One').focus());
    await press(' ');
    expect(dialog.getByText('One picked up, number 1 of 5.')).toBeInTheDocument();
    await press('{ArrowRight}{ArrowRight}');
    expect(dialog.getByText('One is over number 3 of 5.')).toBeInTheDocument();
    expect(dialog.getByRole('spinbutton', { name: 'Move One to position' })).toHaveValue(3);
    await press(' ');

    expect(dialog.getByText('One is now number 3 of 5.')).toBeInTheDocument();
    expect(order()).toEqual(['Two', 'Three', 'One', 'Four', 'Five']);
    expect(moveButton('One')).toHaveFocus();
    expect(moveButton('Two')).toHaveAccessibleName('Move Two, number 1, cover');
  });

  it('have a cover: the first one, or the chosen one wherever it is', async () => {
    const { user, moveButton, press, dialog, api, save, submit, photos } = await openEditDialog({}, FIVE);
    expect(moveButton('One')).toHaveAccessibleName('Move One, number 1, cover');
    expect(dialog.queryByRole('button', { name: 'Use as cover' })).toBeNull();

    act(() => moveButton('Three').focus());
    await user.click(dialog.getByRole('button', { name: 'Use as cover' }));
    act(() => moveButton('Three').focus());
    await press(' {End} ');
    expect(moveButton('Three')).toHaveAccessibleName('Move Three, number 5, cover');
    expect(moveButton('One')).toHaveAccessibleName('Move One, number 1');
    await user.click(submit());

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(save)).toMatchObject([{ cover_photo_id: photos[2]!.id }]);
  });

  it('have the first one as cover again by a button, or when the chosen one is removed', async () => {
    const { user, moveButton, dialog } = await openEditDialog({}, FIVE);
    act(() => moveButton('Three').focus());
    await user.click(dialog.getByRole('button', { name: 'Use as cover' }));
    await user.click(dialog.getByRole('button', { name: 'Use the first photo as cover' }));
    expect(moveButton('One')).toHaveAccessibleName('Move One, number 1, cover');

    await user.click(dialog.getByRole('button', { name: 'Use as cover' }));
    await user.click(dialog.getByRole('button', { name: 'Remove Three' }));

    expect(moveButton('One')).toHaveAccessibleName('Move One, number 1, cover');
  });

  it('show which one the actions below are about, after the focus has left the list', async () => {
    const { user, dialog, moveButton, press } = await openEditDialog({}, FIVE);
    const current = () => FIVE.filter((title) => moveButton(title).hasAttribute('aria-current'));

    expect(current()).toEqual(['One']);
    await user.click(moveButton('Three'));
    await user.click(dialog.getByLabelText('Title'));
    expect(current()).toEqual(['Three']);
    expect(dialog.getByText('after', { exact: false, selector: '[aria-hidden]' })).toHaveTextContent('after Three');
    await user.click(moveButton('Three'));
    await press(' {End}');
    expect(current()).toEqual(['Three']);
  });

  it('have a hint to drag them, if there are several', async () => {
    const { user, dialog } = await openEditDialog({}, ['One', 'Two']);
    expect(dialog.getByText('Drag photos to change their order.')).toBeVisible();

    await user.click(dialog.getByRole('button', { name: 'Remove One' }));

    expect(dialog.queryByText('Drag photos to change their order.')).toBeNull();
  });

  it('are moved to either end', async () => {
    const { moveButton, press, order } = await openEditDialog({}, FIVE);

    act(() => moveButton('Two').focus());
    await press(' {End} ');
    expect(order()).toEqual(['One', 'Three', 'Four', 'Five', 'Two']);
    await press('{Enter}{Home}{Enter}');

    expect(order()).toEqual(['Two', 'One', 'Three', 'Four', 'Five']);
  });

  it('return to their positions on Escape, which leaves the dialog open', async () => {
    const { moveButton, press, order } = await openEditDialog({}, FIVE);

    act(() => moveButton('Two').focus());
    await press(' {End}{Escape}');

    expect(order()).toEqual(FIVE);
    expect(moveButton('Two')).toHaveFocus();
    expect(screen.getByRole('dialog', { name: 'Edit Gallery' })).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('are moved to a position by its number', async () => {
    const { user, moveButton, order, dialog, api } = await openEditDialog({}, FIVE);

    act(() => moveButton('Five').focus());
    const position = dialog.getByRole('spinbutton', { name: 'Move Five to position' });
    await user.clear(position);
    await user.type(position, '2{Enter}');
    expect(order()).toEqual(['One', 'Five', 'Two', 'Three', 'Four']);
    expect(position).toHaveValue(2);
    await user.clear(position);
    await user.type(position, '99');
    await user.click(dialog.getByRole('button', { name: 'Move' }));

    expect(order()).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
    expect(api.calls.some(({ route }) => route.startsWith('PUT'))).toBe(false);
  });

  it('are dragged by mouse to the tile under it, which has the focus', async () => {
    const { moveButton, press, order, dialog } = await openEditDialog({}, FIVE);

    // As browsers do for a pressed button.
    act(() => moveButton('One').focus());
    fireEvent.mouseDown(moveButton('One'), { button: 0, clientX: 20, clientY: 20 });
    fireEvent.mouseMove(document, { clientX: 30, clientY: 20 });
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    fireEvent.mouseMove(document, { clientX: 230, clientY: 30 });
    await dialog.findByText(/^One is over number [34] of 5/);
    fireEvent.mouseUp(document);

    await dialog.findByText(/^One is now number [34] of 5/);
    expect(order()[0]).toBe('Two');
    expect(order()).not.toEqual(FIVE);
    await press('{Delete}');
    expect(order()).toEqual(['Two', 'Three', 'Four', 'Five']);
  });

  it('are removed by a button or a key, and the focus stays in the list', async () => {
    const { user, dialog, moveButton, press, order } = await openEditDialog({}, FIVE);

    await user.click(dialog.getByRole('button', { name: 'Remove Two' }));
    expect(order()).toEqual(['One', 'Three', 'Four', 'Five']);
    expect(moveButton('Three')).toHaveFocus();
    await press('{End}{Delete}');

    expect(order()).toEqual(['One', 'Three', 'Four']);
    expect(moveButton('Four')).toHaveFocus();
  });

  it('are rendered only near the viewport', async () => {
    const titles = Array.from({ length: 600 }, (_, index) => `Wave ${index + 1}`);
    const { dialog, moveButton, press, order } = await openEditDialog({}, titles);

    expect(dialog.getByText('600 selected')).toBeVisible();
    expect(order().length).toBeLessThan(200);
    act(() => moveButton('Wave 1').focus());
    await press(' {End} ');

    expect(dialog.getByText('Wave 1 is now number 600 of 600.')).toBeInTheDocument();
    expect(moveButton('Wave 1')).toHaveFocus();
  });
});
