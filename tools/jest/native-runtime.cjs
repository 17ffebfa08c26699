'use strict';
const asyncHooks = require('node:async_hooks');
const { pathToFileURL } = require('node:url');

/** Property with the functions of `@jest/globals`, read by globals.mjs. */
const GLOBALS = Symbol.for('portfolio.jest-globals');

let loadedFiles = 0;

// Jest ends a worker process that does not exit by itself.
process.once('SIGTERM', () => {
  console.error(`Open handles: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
});

/**
 * A runtime for Jest (`runtime` of its configuration) that loads modules with Node itself, outside of any vm context.
 * Modules are evaluated once per worker process; only the test file and the set-up files are evaluated for each test file.
 */
class NativeRuntime {
  #environment;
  #storages = [];

  constructor(_config, environment) {
    this.#environment = environment;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    loadedFiles += 1;
    return import(`${pathToFileURL(path).href}?load=${loadedFiles}`);
  }

  /** Evaluates jest-circus again: its module and its symbols on `globalThis` hold the tests of one file. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (symbol.description === 'JEST_STATE_SYMBOL') delete globalThis[symbol];
    }
    return this.#whileRecordingStorages(() => require(path));
  }

  /** Each enabled storage slows down every promise of the process: by a tenth after 90 test files. */
  #whileRecordingStorages(load) {
    const { AsyncLocalStorage } = asyncHooks;
    const storages = this.#storages;
    asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor() {
        super();
        storages.push(this);
      }
    };
    try {
      return load();
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  requireModule(path) {
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    globalThis[GLOBALS] = { ...globals, jest: this.#jestObject() };
  }

  /** The functions of the `jest` object that do not concern module mocks. */
  #jestObject() {
    const { moduleMocker: mocks, fakeTimersModern: timers } = this.#environment;
    const bound = (object, names) => names.map((name) => [name, object[name].bind(object)]);
    return {
      ...Object.fromEntries([
        ...bound(mocks, ['fn', 'spyOn', 'restoreAllMocks', 'clearAllMocks']),
        ...bound(timers, ['useFakeTimers', 'useRealTimers', 'advanceTimersByTime', 'advanceTimersByTimeAsync']),
      ]),
      setTimeout: (ms) => (globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms),
    };
  }

  enterTestCode() {}
  leaveTestCode() {}

  teardown() {
    for (const storage of this.#storages) storage.disable();
  }

  getAllCoverageInfoCopy() {}

  getSourceMaps() {
    return new Map();
  }
}

module.exports = NativeRuntime;
