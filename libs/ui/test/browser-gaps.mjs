// Browser features that jsdom lacks.
import { TextDecoder, TextEncoder } from 'node:util';

globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;

// As far as react-router uses it.
globalThis.Request ??= class {
  constructor(url, { method = 'GET', signal } = {}) {
    Object.assign(this, { url: String(url), method, signal });
  }
};

// Matches nothing; tests replace it.
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

// As a browser does; a console message fails its test.
globalThis.reportError ??= (fault) => console.error(fault);

window.scrollTo = () => {};

// jsdom has no layout.
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};

// Modal dialogs: open, close, and Escape for the innermost.
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
