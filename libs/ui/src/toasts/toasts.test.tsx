import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { ToastFrame } from './toast-frame.tsx';
import { ToastList, type ShownToast } from './toasts.tsx';

const handlers = { startPause: () => {}, endPause: () => {} };
const failure: ShownToast = { id: '1', type: 'error', message: 'Failed to save', visible: true };

/** Elements in the top layer, the topmost last. jsdom has no popovers. */
let topLayer: Element[];
beforeEach(() => {
  topLayer = [];
  const close = (...closed: unknown[]) => void (topLayer = topLayer.filter((element) => !closed.includes(element)));
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      if (topLayer.includes(this)) throw new Error('The popover is open');
      topLayer.push(this);
    },
    hidePopover(this: HTMLElement) {
      close(this);
    },
  });
  const { append } = Element.prototype;
  jest.spyOn(Element.prototype, 'append').mockImplementation(function (this: Element, ...moved) {
    close(...moved);
    append.apply(this, moved);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const name of ['showPopover', 'hidePopover']) Reflect.deleteProperty(HTMLElement.prototype, name);
});

const frameOf = (toasts: ShownToast[], handled = handlers) => (
  <ToastFrame
    list={(region) => <ToastList toasts={toasts} handlers={handled} onDismiss={() => {}} region={region} />}
  />
);
const renderToasts = () => render(frameOf([failure]));

it('is a popover in the top layer', () => {
  renderToasts();

  const frame = screen.getByRole('alert').parentElement;
  expect(frame).toHaveAttribute('popover', 'manual');
  expect(topLayer).toEqual([frame]);
});

it('moves into a dialog that opens, above it in the top layer, and back when it closes', async () => {
  renderToasts();
  const frame = screen.getByRole('alert').parentElement!;
  const dialog = document.body.appendChild(document.createElement('dialog'));

  await act(async () => {
    dialog.showModal();
    topLayer.push(dialog);
  });

  expect(within(screen.getByRole('dialog')).getByRole('alert')).toBeVisible();
  expect(topLayer.at(-1)).toBe(frame);

  await act(async () => dialog.close());
  expect(dialog).toBeEmptyDOMElement();
  expect(screen.getByRole('alert')).toBeVisible();
  dialog.remove();
});

it('stays above an element that fills the screen, with its focus', () => {
  renderToasts();
  topLayer.push(document.body);
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());

  fireEvent(document, new Event('fullscreenchange'));

  expect(topLayer.at(-1)).toBe(screen.getByRole('alert').parentElement);
  expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
});

it('announces errors as alerts and everything else in the live region', () => {
  const success: ShownToast = { id: '2', type: 'success', message: 'Photo saved', visible: true };
  render(frameOf([success, failure]));

  expect(screen.getByRole('alert')).toHaveTextContent('Failed to save');
  expect(screen.getByRole('status')).toHaveTextContent('Photo saved');
});

describe('the pause of the timers', () => {
  /** Renders a toast whose message has a button. */
  function renderHandled() {
    const calls: string[] = [];
    const recorded = { startPause: () => void calls.push('start'), endPause: () => void calls.push('end') };
    const undo: ShownToast = { ...failure, message: <button>Undo</button> };
    const other = { ...failure, id: '2' };
    const { rerender } = render(frameOf([other, undo], recorded));
    return { calls, removeUndo: () => rerender(frameOf([other], recorded)) };
  }
  const toastAt = (index: number) => screen.getAllByRole('alert')[index]!;
  const undo = () => screen.getByRole('button', { name: 'Undo' });

  it('starts once for the pointer and the focus, and ends at a button', () => {
    const { calls } = renderHandled();

    fireEvent.pointerEnter(toastAt(1));
    act(() => undo().focus());
    expect(calls).toEqual(['start']);
    fireEvent.click(undo());
    expect(calls).toEqual(['start', 'end']);
    fireEvent.pointerLeave(toastAt(1));
    expect(calls).toEqual(['start', 'end']);
  });

  it('lasts until both the pointer and the focus have left the toasts', () => {
    const { calls } = renderHandled();

    act(() => undo().focus());
    fireEvent.pointerEnter(toastAt(0));
    fireEvent.pointerLeave(toastAt(0));
    expect(calls).toEqual(['start']);
    fireEvent.pointerEnter(toastAt(1));
    act(() => undo().blur());
    expect(calls).toEqual(['start']);
    fireEvent.pointerLeave(toastAt(1));
    expect(calls).toEqual(['start', 'end']);
  });

  it('does not end at a click on the text', () => {
    const { calls } = renderHandled();

    fireEvent.pointerEnter(toastAt(0));
    fireEvent.click(screen.getByText('Failed to save'));

    expect(calls).toEqual(['start']);
  });

  it.each([
    ['pointer', () => fireEvent.pointerEnter(undo())],
    ['focus', () => act(() => undo().focus())],
  ])('ends when the toast with the %s is removed', (_name, enter) => {
    const { calls, removeUndo } = renderHandled();

    enter();
    removeUndo();

    expect(calls).toEqual(['start', 'end']);
  });

  it('lasts while another toast is removed', () => {
    const { calls, removeUndo } = renderHandled();

    fireEvent.pointerEnter(screen.getByText('Failed to save'));
    removeUndo();

    expect(calls).toEqual(['start']);
  });
});

describe('the focus after a toast', () => {
  const dismiss = () => screen.getByRole('button', { name: 'Dismiss' });
  const renderOn = (page: ReactNode) =>
    render(
      <>
        {page}
        {frameOf([failure])}
      </>,
    );

  it('returns to the element before it', async () => {
    renderOn(<input aria-label="Title" />);
    screen.getByRole('textbox').focus();

    await userEvent.tab();
    expect(dismiss()).toHaveFocus();
    await userEvent.keyboard('{Enter}');

    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  });

  it('returns to the element before it when it is removed', async () => {
    const pageWith = (toasts: ShownToast[]) => (
      <>
        <input aria-label="Title" />
        {frameOf(toasts)}
      </>
    );
    const { rerender } = render(pageWith([failure]));
    screen.getByRole('textbox').focus();
    await userEvent.tab();
    expect(dismiss()).toHaveFocus();

    rerender(pageWith([]));

    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  });

  it('returns to the element before it after a change of window', async () => {
    renderOn(<input aria-label="Title" />);
    screen.getByRole('textbox').focus();
    await userEvent.tab();

    fireEvent.blur(dismiss());
    fireEvent.focus(dismiss());
    await userEvent.keyboard('{Enter}');

    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  });

  it.each([
    ['Shift+Tab', () => userEvent.tab({ shift: true })],
    ['a click on the page', () => userEvent.click(document.body)],
  ])('does not return to the element before an earlier visit, ended by %s', async (_name, leave) => {
    renderOn(
      <main tabIndex={-1}>
        <input aria-label="Title" />
      </main>,
    );
    screen.getByRole('textbox').focus();
    await userEvent.tab();
    await leave();

    act(() => screen.getByRole('textbox').blur());
    act(() => dismiss().focus());
    await userEvent.keyboard('{Enter}');

    expect(screen.getByRole('main')).toHaveFocus();
  });

  it.each([
    ['the content', <main tabIndex={-1}>Content</main>, () => screen.getByRole('main')],
    ['an open dialog', <dialog open tabIndex={-1} />, () => screen.getByRole('dialog')],
  ])('moves to %s when nothing had it before', async (_name, page, target) => {
    renderOn(page);

    act(() => dismiss().focus());
    await userEvent.keyboard('{Enter}');

    expect(target()).toHaveFocus();
  });
});
