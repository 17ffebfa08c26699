// What jsdom lacks of a browser and our libraries ask for.
import { TextDecoder, TextEncoder } from 'node:util';

globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;

// Matches nothing: a test that needs another answer puts its own in place.
window.matchMedia ??= (media) => ({
  matches: false,
  media,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});

window.scrollTo = () => {};

// A modal dialog as far as tests look at one: it opens, closes, and is told of Escape.
Object.assign(window.HTMLDialogElement.prototype, {
  showModal() {
    this.open = true;
    this.onkeydown = (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (this.dispatchEvent(new Event('cancel', { cancelable: true }))) this.close();
    };
  },
  close() {
    this.open = false;
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  },
});

let objectUrls = 0;
URL.createObjectURL ??= () => `blob:test/${++objectUrls}`;
URL.revokeObjectURL ??= () => {};
