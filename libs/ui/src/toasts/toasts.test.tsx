import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import { ToastFrame } from './toast-frame.tsx';
import { ToastList, type ShownToast } from './toasts.tsx';

const handlers = { startPause: () => {}, endPause: () => {} };
const failure: ShownToast = { id: '1', type: 'error', message: 'Failed to save', visible: true };

/** Elements in the top layer, the topmost last. jsdom has no popovers. */
let topLayer: Element[];
beforeEach(() => {
  topLayer = [];
  HTMLElement.prototype.showPopover = jest.fn(function (this: HTMLElement) {
    topLayer = [...topLayer.filter((element) => element !== this), this];
  });
});
afterEach(() => {
  // @ts-expect-error -- restores jsdom's state
  delete HTMLElement.prototype.showPopover;
});

const renderToasts = () =>
  render(
    <ToastFrame
      list={(region) => <ToastList toasts={[failure]} handlers={handlers} onDismiss={() => {}} region={region} />}
    />,
  );

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

it('announces errors as alerts and everything else in the live region', () => {
  const success: ShownToast = { id: '2', type: 'success', message: 'Photo saved', visible: true };
  render(
    <ToastFrame
      list={(region) => (
        <ToastList toasts={[success, failure]} handlers={handlers} onDismiss={() => {}} region={region} />
      )}
    />,
  );

  expect(screen.getByRole('alert')).toHaveTextContent('Failed to save');
  expect(screen.getByRole('status')).toHaveTextContent('Photo saved');
});
