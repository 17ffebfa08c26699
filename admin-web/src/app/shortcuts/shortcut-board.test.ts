import { expect, it } from '@jest/globals';
import { ShortcutBoard } from './shortcut-board.ts';

const shortcut = (keys: string) => ({ keys, label: `What ${keys} does`, run: () => {} });

it('lists the shortcuts of one title together, whichever part of the page they come from', () => {
  const board = new ShortcutBoard();
  const [search, menu, add] = [shortcut('/'), shortcut('g d'), shortcut('a')];
  const takeSearchAway = board.add({ title: 'Photos', shortcuts: [search] });
  board.add({ title: 'Go to', shortcuts: [menu] });
  board.add({ title: 'Photos', shortcuts: [add] });

  expect(board.snapshot()).toEqual([
    { title: 'Photos', shortcuts: [search, add] },
    { title: 'Go to', shortcuts: [menu] },
  ]);

  takeSearchAway();
  expect(board.snapshot()).toEqual([
    { title: 'Go to', shortcuts: [menu] },
    { title: 'Photos', shortcuts: [add] },
  ]);
});
