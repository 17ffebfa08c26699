import { ToastFrame } from '@portfolio/ui/toast-frame';
import { TOAST_FADE_OUT_MS, ToastList } from '@portfolio/ui/toasts';
import { useLayoutEffect, useRef } from 'react';
import { toast, useToaster } from 'react-hot-toast';
import { useLocation } from 'react-router';

const OPTIONS = { duration: 4000, removeDelay: TOAST_FADE_OUT_MS };
/** Pixels between the page's main button and the toasts. */
const GAP = 12;

/** Toasts, below the page's main button. */
export function Toasts() {
  const { toasts, handlers } = useToaster(OPTIONS);
  const frame = useRef<HTMLDivElement>(null);
  // Renders again after a navigation: the button's position changes.
  useLocation();
  useLayoutEffect(() => {
    // Rendered by PageHeading.
    const actions = document.querySelector('[data-page-actions]');
    const below = actions ? actions.getBoundingClientRect().bottom + GAP : 0;
    // Zoomed or narrow pages have the button far down: toasts below it would leave the window.
    frame.current?.style.setProperty('--toasts-below', `${below > innerHeight / 3 ? 0 : below}px`);
  });
  return (
    <ToastFrame
      ref={frame}
      list={(region) => <ToastList toasts={toasts} handlers={handlers} onDismiss={toast.dismiss} region={region} />}
    />
  );
}
