'use strict';
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const realExit = process.exit;
const { console: realConsole, fetch: realFetch } = globalThis;

/** A test environment for native-runtime.cjs: the globals are Node's own, restored after each test file. */
class NativeEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.variables = { ...process.env };
    delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
  }

  async setup() {
    // Jest installs source-map-support, which would hide the source maps that Node reads itself.
    delete Error.prepareStackTrace;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    process.exit = realExit;
    globalThis.console = realConsole;
    globalThis.fetch = realFetch;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}

module.exports = NativeEnvironment;
