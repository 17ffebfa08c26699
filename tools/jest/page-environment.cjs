'use strict';
const { JSDOM, VirtualConsole } = require('jsdom');
const NativeEnvironment = require('./native-environment.cjs');

/** Globals of Node that stay in place of jsdom's. Its `atob` and `btoa` call the global ones: they would call themselves. */
const OF_NODE = /^(console|performance|queueMicrotask|(set|clear)(Timeout|Interval)|atob|btoa|_.*)$/;
/** Names of a window for itself. */
const SELF = ['window', 'self', 'parent', 'top', 'frames'];
/** Globals of Node that refuse jsdom's AbortSignal, or reach the network. */
const REMOVED = ['fetch', 'Request', 'Response'];
const ON_PROTOTYPE = ['addEventListener', 'removeEventListener', 'dispatchEvent'];

/** Descriptors of the page's globals; one page per worker process, since libraries hold its document. */
let page;
const timers = new Set();

/**
 * A test environment for native-runtime.cjs with the globals of a page. After each test file, Node has its own again; names
 * that only a page has stay, for work that React has scheduled.
 */
class PageEnvironment extends NativeEnvironment {
  async setup() {
    await super.setup();
    page ??= await openPage();
    this.ofNode = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(([name]) => name in page);
    Object.defineProperties(globalThis, page);
  }

  async teardown() {
    await super.teardown();
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    globalThis.document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    Object.defineProperties(globalThis, Object.fromEntries(this.ofNode));
  }
}

async function openPage() {
  const virtualConsole = new VirtualConsole().on('jsdomError', (error) => console.error(error));
  const { window } = new JSDOM('<!DOCTYPE html>', {
    pretendToBeVisual: true,
    url: 'http://localhost/',
    virtualConsole,
  });
  const names = Object.getOwnPropertyNames(window).filter((name) => !Object.is(window[name], globalThis[name]));
  const added = [
    ...[...names, ...ON_PROTOTYPE].filter((name) => !OF_NODE.test(name)).map((name) => [name, ofWindow(window, name)]),
    ...SELF.map((name) => [name, { value: globalThis }]),
    ...REMOVED.map((name) => [name, { value: undefined }]),
    ...['setTimeout', 'setInterval'].map((name) => [name, { value: recorded(globalThis[name]) }]),
  ];
  for (const [name, property] of added) {
    const writable = 'value' in property && { writable: true };
    Object.defineProperty(globalThis, name, { configurable: true, ...writable, ...property });
  }
  await import('../../libs/ui/test/browser-gaps.mjs');
  await import('../../libs/ui/test/faster-jsdom.mjs');
  return Object.fromEntries(added.map(([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
}

/** A property of the window, with the window as `this`. */
function ofWindow(window, name) {
  const { value = window[name], get, set } = Object.getOwnPropertyDescriptor(window, name) ?? {};
  if (get) return { get: get.bind(window), set: set?.bind(window) };
  const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
  return { value: isMethod ? value.bind(window) : value };
}

/** Timers of a test file end with it. */
function recorded(start) {
  return (...args) => {
    const timer = start(...args);
    timers.add(timer);
    return timer;
  };
}

module.exports = PageEnvironment;
