// What jsdom lacks of a browser and our libraries ask for.
import { TextDecoder, TextEncoder } from 'node:util';

globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;

// As much of a request as a router's navigation has.
globalThis.Request ??= class {
  constructor(url, { method = 'GET', signal } = {}) {
    Object.assign(this, { url: String(url), method, signal });
  }
};

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

// Nothing has a size here, and so none that changes.
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};

// A modal dialog as far as tests look at one: it opens, closes, and the innermost is told of Escape.
Object.assign(window.HTMLDialogElement.prototype, {
  showModal() {
    this.open = true;
    this.onkeydown = (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.target.closest('dialog[open]') !== this) return;
      if (this.dispatchEvent(new Event('cancel', { cancelable: true }))) this.close();
    };
  },
  close() {
    this.open = false;
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  },
});

window.Blob.prototype.arrayBuffer ??= function arrayBuffer() {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};

let objectUrls = 0;
URL.createObjectURL ??= () => `blob:test/${++objectUrls}`;
URL.revokeObjectURL ??= () => {};
