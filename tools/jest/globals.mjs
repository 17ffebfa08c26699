// `@jest/globals` outside of Jest's vm contexts. Each test file has functions of its own, so they are looked up at each use.
const current = (name) => globalThis[Symbol.for('portfolio.jest-globals')][name];

const delegate = (name) =>
  new Proxy(() => undefined, {
    apply: (_, self, args) => Reflect.apply(current(name), self, args),
    get: (_, key) => current(name)[key],
  });

export const describe = delegate('describe');
export const it = delegate('it');
export const test = delegate('test');
export const expect = delegate('expect');
export const beforeAll = delegate('beforeAll');
export const beforeEach = delegate('beforeEach');
export const afterAll = delegate('afterAll');
export const afterEach = delegate('afterEach');
export const jest = delegate('jest');
