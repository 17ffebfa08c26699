import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  control,
  dialog,
  drag,
  load,
  openViewer,
  percent,
  picture,
  pictures,
  pointer,
  setUpLayout,
  stage,
  tap,
  track,
  withReducedMotion,
} from '../../../../test/open-viewer.tsx';

setUpLayout();

describe('zoom', () => {
  it('goes by buttons, within the limits', async () => {
    const user = userEvent.setup();
    await openViewer();
    const [closer, further] = [control('Zoom in'), control('Zoom out')];

    await user.click(closer);
    expect(percent()).toBe('125%');
    for (let times = 0; times < 9; times += 1) await user.click(closer);
    expect(percent()).toBe('300%');
    expect(closer).toHaveAttribute('aria-disabled', 'true');

    await user.click(further);
    expect(percent()).toBe('275%');
    for (let times = 0; times < 12; times += 1) await user.click(further);
    expect(percent()).toBe('50%');
    expect(further).toHaveAttribute('aria-disabled', 'true');

    await user.click(control('Reset zoom'));
    expect(percent()).toBe('100%');
  });

  it('goes by keys, except those of the browser', async () => {
    const user = userEvent.setup();
    await openViewer();

    for (const [key, expected] of [
      ['+', '125%'],
      ['=', '150%'],
      ['-', '125%'],
      ['0', '100%'],
      ['{Control>}+{/Control}{Meta>}-{/Meta}', '100%'],
    ] as const) {
      await user.keyboard(key);
      expect(percent()).toBe(expected);
    }
  });

  it('goes by the wheel, one step per notch or sum of small movements, without scrolling the page', async () => {
    await openViewer();

    fireEvent.wheel(stage(), { deltaY: -120, clientX: 600, clientY: 300 });
    expect(percent()).toBe('125%');
    fireEvent.wheel(stage(), { deltaY: 3, deltaMode: WheelEvent.DOM_DELTA_LINE, clientX: 600, clientY: 300 });
    expect(percent()).toBe('100%');

    for (let times = 0; times < 4; times += 1) fireEvent.wheel(stage(), { deltaY: -10 });
    expect(percent()).toBe('100%');
    expect(fireEvent.wheel(stage(), { deltaY: -10 })).toBe(false);
    expect(percent()).toBe('125%');
  });

  it('goes by a pinch on a touchpad, also over parts that scroll', async () => {
    await openViewer();
    await userEvent.keyboard('i');
    const facts = screen.getByRole('region', { name: 'Information' });

    expect(fireEvent.wheel(facts, { deltaY: -20 })).toBe(true);
    expect(percent()).toBe('100%');
    expect(fireEvent.wheel(facts, { deltaY: -20, ctrlKey: true })).toBe(false);
    expect(percent()).toBe('122%');
  });

  it('goes by a pinch, relative to its start', async () => {
    await openViewer();

    pointer('pointerdown', 1, 300, 300, 0);
    pointer('pointerdown', 2, 500, 300, 10);
    pointer('pointermove', 2, 574, 300, 20);
    expect(percent()).toBe('137%');
    pointer('pointermove', 1, 100, 300, 30);
    expect(percent()).toBe('237%');
    pointer('pointermove', 1, -900, 300, 40);
    expect(percent()).toBe('300%');
    pointer('pointermove', 1, 560, 300, 50);
    expect(percent()).toBe('50%');
  });

  /** Safari's event of a pinch, on touchpads and touch screens. */
  function gesture(type: 'gesturestart' | 'gesturechange' | 'gestureend', scale: number) {
    const event = Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 400 }), { scale });
    fireEvent(stage(), event);
    return event;
  }

  it('goes by a pinch on a touchpad in Safari, and the page does not', async () => {
    await openViewer();

    const events = [gesture('gesturestart', 1), gesture('gesturechange', 1.5), gesture('gestureend', 1.5)];
    expect(percent()).toBe('150%');
    gesture('gesturestart', 1);
    gesture('gesturechange', 0.5);
    expect(percent()).toBe('75%');

    expect(events.every(({ defaultPrevented }) => defaultPrevented)).toBe(true);
  });

  it('goes once by a pinch of fingers in Safari, which sends two kinds of events', async () => {
    await openViewer();

    pointer('pointerdown', 1, 300, 300, 0);
    pointer('pointerdown', 2, 500, 300, 10);
    gesture('gesturestart', 1);
    pointer('pointermove', 2, 600, 300, 20);
    gesture('gesturechange', 3);

    expect(percent()).toBe('150%');
  });

  it('doubles by a double tap, and back', async () => {
    const { onClose } = await openViewer();

    tap(500, 300, 1_000);
    tap(502, 301, 1_200);
    expect(percent()).toBe('200%');
    tap(500, 300, 2_000);
    tap(500, 300, 2_200);
    expect(percent()).toBe('100%');

    // The second finger is slow to leave.
    tap(500, 300, 2_500);
    tap(500, 300, 2_700, 'touch', 300);
    expect(percent()).toBe('200%');
    tap(500, 300, 2_800);
    tap(500, 300, 2_900);
    expect(percent()).toBe('100%');

    // Two taps far apart in time or position.
    tap(500, 300, 3_000);
    tap(500, 300, 4_000);
    tap(100, 300, 4_200);
    expect(percent()).toBe('100%');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('pans by arrow keys instead of turning, inside the edges', async () => {
    const user = userEvent.setup();
    const { onTurn } = await openViewer();
    await user.keyboard('+++++++'); // 275 %
    const start = picture();

    await user.keyboard('{ArrowRight}');
    const right = picture();
    expect(right).not.toBe(start);
    await user.keyboard('{ArrowDown}');
    expect(picture()).not.toBe(right);
    for (let times = 0; times < 12; times += 1) await user.keyboard('{ArrowRight}');
    const edge = picture();
    await user.keyboard('{ArrowRight}');

    expect(picture()).toBe(edge);
    expect(onTurn).not.toHaveBeenCalled();
  });

  it.each(['mouse', 'touch'])('pans by %s, and returns inside the edges on release', async (by) => {
    const { onTurn, onClose } = await openViewer();
    await userEvent.keyboard('++++'); // 200 %
    withReducedMotion();

    drag([400, 300], [460, 270], by);
    expect(picture()).toBe('translate(60px, -30px) scale(2)');
    drag([100, 100], [790, 590], by);

    expect(picture()).toBe('translate(400px, 100px) scale(2)');
    expect(onTurn).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('ends with the next photo', async () => {
    const user = userEvent.setup();
    await openViewer();
    await user.keyboard('+');

    await user.click(control('Next photo'));

    await screen.findByText('3 of 3');
    expect(percent()).toBe('100%');
  });

  it('loads a sharper rendition, and shows it once loaded', async () => {
    await openViewer();
    // 1080 pixels are enough for 800 CSS pixels.
    await load();
    const arriving = () => dialog().querySelector<HTMLImageElement>('[data-loading] img');
    expect(arriving()).toHaveAttribute('sizes', '1080.00px');
    fireEvent.load(arriving()!);
    await waitFor(() => expect(arriving()).toBeNull());
    expect(pictures().map((image) => image.sizes)).toEqual(['1080.00px']);

    for (let times = 0; times < 8; times += 1) await userEvent.keyboard('+');

    expect(arriving()).toHaveAttribute('sizes', '2400.00px');
    // The old one stays visible, and is the only one for screen readers.
    expect(pictures().map((image) => image.sizes)).toEqual(['1080.00px']);
    fireEvent.load(arriving()!);
    await waitFor(() => expect(pictures().map((image) => image.sizes)).toEqual(['2400.00px']));

    await userEvent.keyboard('0');
    expect(pictures().map((image) => image.sizes)).toEqual(['2400.00px']);
  });

  it('keeps the picture when a sharper one fails to load', async () => {
    await openViewer();

    fireEvent.error(dialog().querySelector('[data-loading] img')!);

    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  });
});

describe('a drag of the whole picture', () => {
  it.each(['mouse', 'touch'])('to the left brings in the next photo under the %s', async (by) => {
    const { onTurn } = await openViewer();

    pointer('pointerdown', 1, 700, 300, 0, by);
    pointer('pointermove', 1, 500, 310, 400, by);
    expect(track()).toBe('translateX(-200px)');
    pointer('pointermove', 1, 300, 310, 800, by);
    pointer('pointerup', 1, 300, 310, 1_200, by);

    await screen.findByText('3 of 3');
    expect(onTurn.mock.lastCall?.[0]).toMatchObject({ id: 3 });
    expect(track()).toBe('');
    expect(screen.getByRole('dialog', { name: 'Photo 3 of 3, Photo 3' })).toBeVisible();
  });

  it('turns by a flick, and not by a short slow one', async () => {
    const { onTurn } = await openViewer();

    drag([400, 300], [300, 300]);
    expect(track()).toBe('');
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(onTurn).not.toHaveBeenCalled();

    pointer('pointerdown', 1, 400, 300, 2_000);
    pointer('pointermove', 1, 420, 300, 2_010);
    pointer('pointermove', 1, 460, 300, 2_030);
    pointer('pointerup', 1, 460, 300, 2_035);

    await screen.findByText('1 of 3');
  });

  it('may start on a control or on the caption, where a tap does not close', async () => {
    const { onTurn, onClose } = await openViewer();
    const caption = screen.getByText('Photo 2', { ignore: '[role=status] *' });

    pointer('pointerdown', 1, 400, 60, 0, 'mouse', caption);
    pointer('pointerup', 1, 400, 60, 50, 'mouse');
    expect(onClose).not.toHaveBeenCalled();

    pointer('pointerdown', 1, 780, 300, 1_000, 'touch', control('Next photo'));
    pointer('pointermove', 1, 500, 300, 1_400);
    pointer('pointermove', 1, 300, 300, 1_800);
    pointer('pointerup', 1, 300, 300, 2_200);
    await screen.findByText('3 of 3');
    expect(onTurn).toHaveBeenCalledTimes(1);
  });

  it('by two fingers on a touchpad turns once, however long their momentum lasts', async () => {
    const { onTurn } = await openViewer({ at: 1 });

    for (let times = 0; times < 12; times += 1) fireEvent.wheel(stage(), { deltaX: 25, deltaY: 3 });
    await screen.findByText('2 of 3');
    expect(onTurn).toHaveBeenCalledTimes(1);

    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    fireEvent.wheel(stage(), { deltaX: -100 });
    await screen.findByText('1 of 3');
  });

  it('resists at the ends of the gallery', async () => {
    const { onTurn } = await openViewer({ at: 3 });

    pointer('pointerdown', 1, 700, 300, 0);
    pointer('pointermove', 1, 400, 300, 500);
    expect(track()).toBe('translateX(-100px)');
    pointer('pointerup', 1, 400, 300, 1_000);

    expect(track()).toBe('');
    expect(onTurn).not.toHaveBeenCalled();
  });

  it.each([
    ['across', 200, 300],
    ['down', 600, 590],
  ])('%s returns the picture when the system takes the finger', async (_way, toX, toY) => {
    const { onTurn, onClose } = await openViewer();

    pointer('pointerdown', 1, 600, 300, 0);
    pointer('pointermove', 1, toX, toY, 400);
    pointer('pointercancel', 1, toX, toY, 800);
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));

    expect([track(), picture()]).toEqual(['', 'translate(0px, 0px) scale(1)']);
    expect(onTurn).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('turns twice in a row, without waiting for the animation', async () => {
    const { onTurn } = await openViewer({ at: 1 });

    drag([700, 300], [300, 300]);
    drag([700, 300], [300, 300]);

    await screen.findByText('3 of 3');
    expect(onTurn.mock.calls.map(([{ id }]) => id)).toEqual([2, 3]);
  });

  it('down shrinks it, and closes the viewer beyond a fifth of the height', async () => {
    const { onClose } = await openViewer();

    pointer('pointerdown', 1, 400, 200, 0);
    pointer('pointermove', 1, 405, 350, 400);
    expect(picture()).toBe('translate(5px, 150px) scale(0.85)');
    expect(dialog().querySelector<HTMLElement>('.backdrop')!.style.opacity).toBe('0.625');
    pointer('pointerup', 1, 405, 350, 900);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('down returns it when it is short, or drawn up again', async () => {
    const { onClose } = await openViewer();

    drag([400, 200], [400, 260]);
    expect(picture()).toBe('translate(0px, 0px) scale(1)');
    drag([400, 300], [400, 100]);

    expect(picture()).toBe('translate(0px, 0px) scale(1)');
    expect(dialog().querySelector<HTMLElement>('.backdrop')!.style.opacity).toBe('');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('down is undone by an arrow key where no photo follows', async () => {
    await openViewer({ at: 3 });

    pointer('pointerdown', 1, 400, 200, 0);
    pointer('pointermove', 1, 405, 350, 400);
    expect(stage()).toHaveAttribute('data-dropped');
    await userEvent.keyboard('{ArrowRight}');

    expect(picture()).toBe('translate(0px, 0px) scale(1)');
    expect(stage()).not.toHaveAttribute('data-dropped');
  });

  it('a click beside the picture closes, and one on it does not', async () => {
    const { onClose } = await openViewer();

    tap(400, 300, 1_000, 'mouse');
    expect(onClose).not.toHaveBeenCalled();
    tap(400, 60, 3_000, 'mouse');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each(['mouse', 'touch'])('beside the picture that is taken back does not close, by %s', async (by) => {
    const { onTurn, onClose } = await openViewer();

    pointer('pointerdown', 1, 400, 60, 0, by);
    pointer('pointermove', 1, 300, 60, 100, by);
    pointer('pointermove', 1, 402, 60, 200, by);
    pointer('pointerup', 1, 402, 60, 300, by);
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));

    expect(onTurn).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });
});
