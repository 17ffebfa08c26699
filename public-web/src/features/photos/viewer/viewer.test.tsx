import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aPhoto, aPosition } from '../../../../test/fixtures.ts';
import { Viewer, type ViewerProps } from './viewer.tsx';

const photos = [1, 2, 3].map((id) => aPhoto({ id, title: `Photo ${id}` }));

function open(more: Partial<ViewerProps> = {}) {
  const props: ViewerProps = {
    photo: photos[1]!,
    position: aPosition(photos, 2),
    sizesOf: () => '100vw',
    share: <button type="button">Share</button>,
    onTurn: jest.fn<ViewerProps['onTurn']>(),
    onClose: jest.fn<ViewerProps['onClose']>(),
    ...more,
  };
  return { ...render(<Viewer {...props} />), props };
}

const dialog = () => screen.getByRole('dialog', { name: 'Photo 2' });
const control = (name: string) => screen.getByRole('button', { name });
const percent = () => dialog().querySelector('output')?.textContent;
const stage = () => dialog().querySelector('.stage')!;
/** Position of the picture; zoom.test.ts tests the numbers. */
const position = () => dialog().querySelector<HTMLElement>('.picture')!.style.transform;
const pictures = () => screen.getAllByRole<HTMLImageElement>('img');

/** Pointer event with a time stamp; jsdom has mouse events only. */
function pointer(type: string, pointerId: number, clientX: number, clientY: number, at: number, pointerType = 'touch') {
  const event = new MouseEvent(type, { bubbles: true, clientX, clientY });
  Object.defineProperties(event, {
    pointerId: { value: pointerId },
    pointerType: { value: pointerType },
    timeStamp: { value: at },
  });
  fireEvent(type === 'pointerdown' ? stage() : window, event);
}

const tap = (x: number, y: number, at: number) => {
  pointer('pointerdown', 1, x, y, at);
  pointer('pointerup', 1, x, y, at + 50);
};

/** Layout that jsdom lacks: a stage of 800 × 600 at the corner of the window, filled by the picture. */
const sizes = { clientWidth: 800, clientHeight: 600, offsetWidth: 800, offsetHeight: 600 };
const before = new Map<string, PropertyDescriptor>();
beforeEach(() => {
  for (const [name, value] of Object.entries(sizes)) {
    const owner = name.startsWith('client') ? Element.prototype : HTMLElement.prototype;
    before.set(name, Object.getOwnPropertyDescriptor(owner, name)!);
    Object.defineProperty(owner, name, { configurable: true, get: () => value });
  }
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600));
});
afterEach(() => {
  for (const [name, descriptor] of before) {
    Object.defineProperty(name.startsWith('client') ? Element.prototype : HTMLElement.prototype, name, descriptor);
  }
  jest.restoreAllMocks();
});

describe('Viewer', () => {
  it('shows the photo, its title and its position', () => {
    open();

    expect(dialog()).toHaveAttribute('open');
    expect(screen.getByRole('img', { name: 'Photo 2' })).toBeVisible();
    expect(screen.getByText('Photo 2')).toBeVisible();
    expect(screen.getByText('2 of 3')).toBeVisible();
    expect(percent()).toBe('100%');
    expect(control('Close')).toHaveFocus();
  });

  it('zooms by its buttons within the limits', async () => {
    const user = userEvent.setup();
    open();
    const [closer, further] = [control('Zoom in'), control('Zoom out')];

    await user.click(closer);
    expect(percent()).toBe('125%');
    for (let times = 0; times < 9; times += 1) await user.click(closer);
    expect(percent()).toBe('300%');
    // Not `disabled`, which would lose the focus.
    expect(closer).toHaveAttribute('aria-disabled', 'true');
    expect(closer).toHaveFocus();

    await user.click(further);
    expect(percent()).toBe('275%');
    for (let times = 0; times < 12; times += 1) await user.click(further);
    expect(percent()).toBe('50%');
    expect(further).toHaveAttribute('aria-disabled', 'true');

    await user.click(control('Reset zoom'));
    expect(percent()).toBe('100%');
  });

  it('zooms by keys, whatever has the focus', async () => {
    const user = userEvent.setup();
    open();
    (document.activeElement as HTMLElement).blur();

    await user.keyboard('+');
    expect(percent()).toBe('125%');
    await user.keyboard('=');
    expect(percent()).toBe('150%');
    await user.keyboard('-');
    expect(percent()).toBe('125%');
    await user.keyboard('0');
    expect(percent()).toBe('100%');
  });

  it('leaves the zoom shortcuts of the browser alone', async () => {
    open();

    await userEvent.keyboard('{Control>}+{/Control}{Meta>}-{/Meta}');

    expect(percent()).toBe('100%');
  });

  it('zooms by the wheel, one step per notch', () => {
    open();

    fireEvent.wheel(stage(), { deltaY: -120, clientX: 600, clientY: 300 });
    expect(percent()).toBe('125%');

    fireEvent.wheel(stage(), { deltaY: 3, deltaMode: WheelEvent.DOM_DELTA_LINE, clientX: 600, clientY: 300 });
    expect(percent()).toBe('100%');
  });

  it('sums up the small movements of a touchpad', () => {
    open();

    for (let times = 0; times < 4; times += 1) fireEvent.wheel(stage(), { deltaY: -10 });
    expect(percent()).toBe('100%');
    fireEvent.wheel(stage(), { deltaY: -10 });
    expect(percent()).toBe('125%');
  });

  it('prevents the page from scrolling', () => {
    open();

    expect(fireEvent.wheel(stage(), { deltaY: 10 })).toBe(false);
  });

  it.each(['mouse', 'touch'])('is dragged by %s', (by) => {
    open();
    const start = position();

    pointer('pointerdown', 1, 400, 300, 0, by);
    pointer('pointermove', 1, 430, 280, 20, by);
    pointer('pointermove', 1, 460, 270, 40, by);
    pointer('pointerup', 1, 460, 270, 300, by);

    const end = position();
    expect(end).not.toBe(start);
    pointer('pointermove', 1, 0, 0, 400, by);
    expect(position()).toBe(end);
  });

  it('glides on release, except with reduced motion', async () => {
    const flick = () => {
      pointer('pointerdown', 1, 400, 300, 0);
      pointer('pointermove', 1, 410, 300, 10);
      pointer('pointermove', 1, 440, 300, 30);
      pointer('pointerup', 1, 440, 300, 30);
    };
    const { unmount } = open();
    flick();
    const left = position();
    await waitFor(() => expect(position()).not.toBe(left));
    unmount();

    jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    open();
    flick();
    const still = position();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(position()).toBe(still);
  });

  it('zooms by a pinch, relative to its start', () => {
    open();

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

  describe('in Safari', () => {
    /** Safari's event of a pinch, on touchpads and touch screens. */
    function gesture(type: 'gesturestart' | 'gesturechange' | 'gestureend', scale: number) {
      const event = Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 400 }), { scale });
      fireEvent(stage(), event);
      return event;
    }

    it('zooms by a pinch on a touchpad, and the page does not', () => {
      open();

      const events = [gesture('gesturestart', 1), gesture('gesturechange', 1.5), gesture('gestureend', 1.5)];
      expect(percent()).toBe('150%');
      gesture('gesturestart', 1);
      gesture('gesturechange', 0.5);
      expect(percent()).toBe('75%');

      expect(events.every(({ defaultPrevented }) => defaultPrevented)).toBe(true);
    });

    it('zooms once by a pinch of fingers, which sends two kinds of events', () => {
      open();

      pointer('pointerdown', 1, 300, 300, 0);
      pointer('pointerdown', 2, 500, 300, 10);
      gesture('gesturestart', 1);
      pointer('pointermove', 2, 600, 300, 20);
      gesture('gesturechange', 3);

      expect(percent()).toBe('150%');
    });
  });

  it('doubles its size and back by a double tap', () => {
    open();

    tap(500, 300, 1_000);
    tap(502, 301, 1_200);
    expect(percent()).toBe('200%');

    tap(500, 300, 2_000);
    tap(500, 300, 2_200);
    expect(percent()).toBe('100%');
  });

  it('ignores two taps far apart in time or position', () => {
    open();

    tap(500, 300, 1_000);
    tap(500, 300, 2_000);
    tap(100, 300, 2_200);

    expect(percent()).toBe('100%');
  });

  it('turns to the neighbours by buttons and keys', async () => {
    const user = userEvent.setup();
    const { props } = open();

    await user.click(control('Next photo'));
    await user.keyboard('{ArrowLeft}');

    expect(props.onTurn).toHaveBeenNthCalledWith(1, photos[2]!);
    expect(props.onTurn).toHaveBeenNthCalledWith(2, photos[0]!);
  });

  it('ends with the gallery', async () => {
    const { props } = open({ position: { ...aPosition(photos, 2), next: null } });

    expect(control('Next photo')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(control('Next photo'));
    await userEvent.keyboard('{ArrowRight}');

    expect(props.onTurn).not.toHaveBeenCalled();
  });

  it('has no buttons to turn without a gallery', () => {
    open({ position: null });

    expect(screen.queryByRole('button', { name: /photo/ })).not.toBeInTheDocument();
  });

  it('resets the zoom for the next photo', async () => {
    const { rerender, props } = open();
    await userEvent.keyboard('+');

    rerender(<Viewer {...props} photo={photos[2]!} position={aPosition(photos, 3)} />);

    expect(screen.getByRole('dialog', { name: 'Photo 3' }).querySelector('output')).toHaveTextContent('100%');
    expect(screen.getByText('3 of 3')).toBeVisible();
  });

  it('closes by Close and Escape', async () => {
    const user = userEvent.setup();
    const { props } = open();

    await user.click(control('Close'));
    expect(props.onClose).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    expect(props.onClose).toHaveBeenCalledTimes(2);
  });

  it('traps the focus', async () => {
    const user = userEvent.setup();
    open();

    const visited: (string | null)[] = [];
    for (let times = 0; times < 8; times += 1) {
      await user.tab();
      visited.push(document.activeElement?.getAttribute('title') ?? document.activeElement?.textContent ?? null);
    }

    expect(visited).toEqual([
      ...['Previous photo', 'Zoom out', 'Zoom in', 'Reset zoom', 'Next photo', 'Share', 'Close'],
      'Previous photo',
    ]);
    await user.tab({ shift: true });
    expect(control('Close')).toHaveFocus();
  });

  it('loads a sharper rendition when zoomed, and shows it once loaded', async () => {
    open();
    // 1080 pixels are enough for 800 CSS pixels.
    fireEvent.load(pictures()[0]!);
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

  it('preloads the pictures of the neighbours after its own', () => {
    open();
    const all = () => screen.getAllByRole('img', { hidden: true }).map((image) => image.getAttribute('alt'));
    expect(all()).not.toContain('Photo 1');

    fireEvent.load(pictures()[0]!);

    expect(all()).toEqual(expect.arrayContaining(['Photo 1', 'Photo 3']));
  });

  it('shows a failure of the picture, and retries', async () => {
    open();
    const broken = pictures()[0]!;

    fireEvent.error(broken);
    expect(screen.getByRole('alert')).toHaveTextContent('The picture could not be loaded.');
    await userEvent.click(control('Try Again'));

    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(pictures()[0]).not.toBe(broken);
  });

  it('keeps the picture when a sharper one fails to load', () => {
    open();

    fireEvent.error(dialog().querySelector('[data-loading] img')!);

    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  });
});
