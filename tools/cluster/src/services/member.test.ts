import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Member, type End, type Launched } from './member.ts';

/** A process that ends when it is told to. */
class Puppet implements Launched {
  readonly ended: Promise<End>;
  ready = Promise.resolve();
  stop = jest.fn(() => this.end({ code: 0, signal: null }));
  kill = jest.fn(() => this.end({ code: null, signal: 'SIGKILL' }));
  end!: (end: End) => void;

  constructor(readonly pid: number) {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }
}

let puppets: Puppet[];
let member: Member;
let isWell: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  puppets = [];
  isWell = true;
  member = new Member({
    ...{ name: 'api', index: 1, logFile: '', stopWithin: 5_000 },
    launch: () => {
      const puppet = new Puppet(100 + puppets.length);
      if (!isWell) puppet.ready = Promise.reject(new Error('no database'));
      puppet.ready.catch(() => undefined);
      puppets.push(puppet);
      return puppet;
    },
  });
});
afterEach(() => void jest.useRealTimers());

it('is started again after a death, with pauses that double until it has run for a while', async () => {
  await member.start();
  for (const pause of [100, 200, 400]) {
    const before = puppets.length;
    await member.kill();
    expect(member.isRunning).toBe(false);
    await jest.advanceTimersByTimeAsync(pause - 1);
    expect(puppets).toHaveLength(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(puppets).toHaveLength(before + 1);
  }
  await member.ready();
  expect(member.pid).toBe(103);
  await jest.advanceTimersByTimeAsync(11_000);
  await member.kill();
  await jest.advanceTimersByTimeAsync(100);

  expect(puppets).toHaveLength(5);
  expect(member.deaths.map(({ signal }) => signal)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGKILL']);
});

it('stays stopped, also where it was just about to come back', async () => {
  await member.start();
  await member.kill();
  await member.stop();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(puppets).toHaveLength(1);

  await member.start();
  await member.stop();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(puppets).toHaveLength(2);
  expect(member.deaths).toHaveLength(1);
});

it('is killed when it does not stop in time', async () => {
  await member.start();
  puppets[0]!.stop.mockImplementation(() => undefined);
  const stopped = member.stop();
  await jest.advanceTimersByTimeAsync(5_000);
  await stopped;

  expect(puppets[0]!.kill).toHaveBeenCalledTimes(1);
});

it('says why its first start failed, and is not tried again', async () => {
  isWell = false;

  await expect(member.start()).rejects.toThrow('api-2 does not start: no database');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(puppets).toHaveLength(1);
});
