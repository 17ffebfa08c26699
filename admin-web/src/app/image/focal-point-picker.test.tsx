import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { FocalPointPicker, type FocalPoint } from './focal-point-picker.tsx';

afterEach(() => {
  jest.restoreAllMocks();
});

function open(initial: Partial<FocalPoint> = {}) {
  const changes: FocalPoint[] = [];
  function Page() {
    const [value, setValue] = useState<FocalPoint>({ focus_x: 0.5, focus_y: 0.5, ...initial });
    const onChange = (changed: FocalPoint) => {
      changes.push(changed);
      setValue(changed);
    };
    return (
      <FocalPointPicker value={value} onChange={onChange} source="/small.jpeg">
        <img src="/photo.jpeg" alt="Harbour" />
      </FocalPointPicker>
    );
  }
  const { container } = render(<Page />);
  const picture = screen.getByRole('img', { name: 'Harbour' });
  jest.spyOn(picture.parentElement!, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 50, 400, 200));
  let isCaptured = false;
  Object.assign(picture.parentElement!, {
    setPointerCapture: () => (isCaptured = true),
    hasPointerCapture: () => isCaptured,
  });
  const handle = screen.getByRole('button', { name: 'Focal point' });
  return { changes, handle, container, latest: () => changes.at(-1) };
}

/** jsdom has no pointer events. */
const firePointer = (
  type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
  clientX: number,
  clientY: number,
  buttons = 1,
  pointerType = 'mouse',
) =>
  fireEvent(
    screen.getByRole('img', { name: 'Harbour' }),
    Object.assign(new MouseEvent(type, { bubbles: true, buttons, clientX, clientY }), { pointerType }),
  );

describe('the focal point', () => {
  it('is set by a click on the picture, and follows the pointer while it is pressed', () => {
    const { latest, changes } = open();

    firePointer('pointermove', 200, 100, 0);
    expect(changes).toEqual([]);
    firePointer('pointerdown', 200, 100);
    expect(latest()).toEqual({ focus_x: 0.25, focus_y: 0.25 });
    firePointer('pointermove', 300, 900);

    expect(latest()).toEqual({ focus_x: 0.5, focus_y: 1 });
    expect(screen.getByText('50% from the left, 100% from the top')).toBeVisible();
  });

  it.each(['touch', 'pen'])('is set at the end of a %s, unless it scrolls', (pointerType) => {
    const { changes } = open();

    firePointer('pointerdown', 200, 100, 1, pointerType);
    firePointer('pointermove', 200, 120, 1, pointerType);
    firePointer('pointercancel', 200, 120, 0, pointerType);
    expect(changes).toEqual([]);
    firePointer('pointerdown', 200, 100, 1, pointerType);
    firePointer('pointerup', 300, 100, 0, pointerType);

    expect(changes).toEqual([{ focus_x: 0.5, focus_y: 0.25 }]);
  });

  it.each([
    ['the barrel button', 2],
    ['the eraser', 32],
  ])('is not set by %s of a pen', (_, buttons) => {
    const { changes } = open();

    firePointer('pointerdown', 200, 100, buttons, 'pen');
    firePointer('pointerup', 200, 100, 0, 'pen');

    expect(changes).toEqual([]);
  });

  it.each(['mouse', 'pen'])('is not moved by a drag of a %s that began elsewhere', (pointerType) => {
    const { changes } = open();

    firePointer('pointermove', 200, 100, 1, pointerType);
    firePointer('pointerup', 200, 100, 0, pointerType);

    expect(changes).toEqual([]);
  });

  it('is moved by arrow keys, ten times as far with Shift, and stays inside the picture', async () => {
    const { handle, latest } = open({ focus_x: 0.98 });

    act(() => handle.focus());
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowUp}{Shift>}{ArrowUp}{/Shift}');

    expect(latest()).toEqual({ focus_x: 1, focus_y: 0.39 });
    expect(handle).toHaveAccessibleDescription(/this point stays in view/);
  });

  it.each(['altKey', 'ctrlKey', 'metaKey'])('leaves arrow keys with %s to the browser', (modifier) => {
    const { handle, changes } = open();

    const isDefaultAllowed = fireEvent.keyDown(handle, { key: 'ArrowLeft', [modifier]: true });

    expect(isDefaultAllowed).toBe(true);
    expect(changes).toEqual([]);
  });

  it('returns to the centre', async () => {
    const { latest } = open({ focus_x: 0.1 });

    await userEvent.click(screen.getByRole('button', { name: 'Centre' }));

    expect(latest()).toEqual({ focus_x: 0.5, focus_y: 0.5 });
  });

  it('shows in the examples of crops', () => {
    const { container } = open({ focus_x: 0.2, focus_y: 0.7 });

    const examples = [...container.querySelectorAll<HTMLElement>('img[src="/small.jpeg"]')];
    expect(examples.map(({ style }) => style.objectPosition)).toEqual(Array(3).fill('20% 70%'));
  });
});
