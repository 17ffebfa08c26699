import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { DependencyChecks } from '../src/dependency-checks.ts';

const ENDED = 1_100;
const TIMEOUT = 3_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('a dependency that hangs is not checked again meanwhile', async () => {
  let started = 0;
  const hang = () => new Promise(() => void (started += 1));
  const checks = new DependencyChecks({ database: hang }, () => {});

  const first = checks.check();
  await jest.advanceTimersByTimeAsync(ENDED);
  const second = checks.check();
  await jest.advanceTimersByTimeAsync(TIMEOUT);

  expect(started).toBe(1);
  expect(await first).toEqual({ database: 'down' });
  expect(await second).toEqual({ database: 'down' });
});

it('results are reused for a second, and each fault is reported', async () => {
  let isDown = true;
  const faults: string[] = [];
  const check = () =>
    isDown ? Promise.reject(new Error('no answer', { cause: new Error('no space left') })) : Promise.resolve();
  const checks = new DependencyChecks({ storage: check }, (name, reason) => faults.push(`${name}: ${reason}`));

  expect(await checks.check()).toEqual({ storage: 'down' });
  isDown = false;
  expect(await checks.check()).toEqual({ storage: 'down' });
  await jest.advanceTimersByTimeAsync(ENDED);

  expect(await checks.check()).toEqual({ storage: 'up' });
  expect(faults).toEqual(['storage: no answer (no space left)']);
});
