import { useEffect, useState, type CSSProperties, type RefObject } from 'react';

/**
 * Full screen of the browser, which ends with the component unless it was on before.
 *
 * @param frame content of a dialog: dialogs cannot fill the screen, and the document would cover them
 * @returns `toggle` is undefined where there is no full screen, as on iPhones
 */
export function useFullscreen(frame: RefObject<HTMLElement | null>) {
  const [isFullscreen, setFullscreen] = useState(() => Boolean(document.fullscreenElement));
  useEffect(() => {
    const wasFullscreen = Boolean(document.fullscreenElement);
    const onChange = () => setFullscreen(Boolean(document.fullscreenElement));
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (!wasFullscreen && document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  const toggle = () => {
    // The browser may refuse.
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    else frame.current?.requestFullscreen().catch(() => undefined);
  };
  return { isFullscreen, toggle: document.fullscreenEnabled ? toggle : undefined };
}

/** Style that fits an element into the visible part of a pinch-zoomed page, at its normal size. */
function visiblePart(): CSSProperties | undefined {
  const { scale = 1, offsetLeft = 0, offsetTop = 0 } = window.visualViewport ?? {};
  if (scale < 1.01) return undefined;
  return { transformOrigin: '0 0', transform: `translate(${offsetLeft}px, ${offsetTop}px) scale(${1 / scale})` };
}

/** The page may be pinch-zoomed before the viewer opens, where fingers zoom the picture instead. */
export function useVisiblePart(): CSSProperties | undefined {
  const [style, setStyle] = useState(visiblePart);
  useEffect(() => {
    const listeners = new AbortController();
    for (const type of ['resize', 'scroll']) {
      window.visualViewport?.addEventListener(type, () => setStyle(visiblePart()), { signal: listeners.signal });
    }
    return () => listeners.abort();
  }, []);
  return style;
}

/** Keeps the screen on, where the browser can. */
export function useWakeLock(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return;
    let lock: Promise<WakeLockSentinel | undefined> | undefined;
    const request = () => {
      // The browser may refuse, as with a low battery.
      if (!document.hidden) lock = navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    request();
    // Browsers release the locks of a hidden page.
    document.addEventListener('visibilitychange', request);
    return () => {
      document.removeEventListener('visibilitychange', request);
      void lock?.then((held) => held?.release());
    };
  }, [isOn]);
}

/** Leaves the space of the hidden scrollbar free, so that the page below does not move. Returns a function that ends it. */
export function reserveScrollbar() {
  const { documentElement: root } = document;
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
  return () => void root.style.removeProperty('--scrollbar');
}
