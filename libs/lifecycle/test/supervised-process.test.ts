import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ProcessExit, RunningProcess } from '../src/supervisor/launch-process.ts';
import { SupervisedProcess } from '../src/supervisor/supervised-process.ts';

/** A process that ends on command. */
class FakeProcess implements RunningProcess {
  readonly ended: Promise<ProcessExit>;
  ready: Promise<undefined> = Promise.resolve(undefined);
  stop = jest.fn(() => this.end({ code: 0, signal: null }));
  kill = jest.fn(() => this.end({ code: null, signal: 'SIGKILL' }));
  end!: (exit: ProcessExit) => void;

  constructor(readonly pid: number) {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }
}

const onRestart = jest.fn();
const onGiveUp = jest.fn();
let launched: FakeProcess[];
let supervised: SupervisedProcess;
let canStart: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  launched = [];
  canStart = true;
  supervised = new SupervisedProcess({
    ...{ name: 'api', stopTimeoutMs: 5_000, onRestart, onGiveUp },
    launch: () => {
      const running = new FakeProcess(100 + launched.length);
      if (!canStart) {
        running.ready = Promise.reject(new Error('no database'));
        running.end({ code: 1, signal: null });
      }
      running.ready.catch(() => undefined);
      launched.push(running);
      return running;
    },
  });
});
afterEach(() => void jest.useRealTimers());

describe('SupervisedProcess', () => {
  it('restarts the process with pauses that double until it has run for a while', async () => {
    await supervised.start();
    for (const pause of [100, 200, 400]) {
      const before = launched.length;
      await supervised.kill();
      expect(supervised.isRunning).toBe(false);
      await jest.advanceTimersByTimeAsync(pause - 1);
      expect(launched).toHaveLength(before);
      await jest.advanceTimersByTimeAsync(1);
      expect(launched).toHaveLength(before + 1);
    }
    expect(supervised.isRunning).toBe(true);
    expect(supervised.pid).toBe(103);
    await jest.advanceTimersByTimeAsync(11_000);
    await supervised.kill();
    await jest.advanceTimersByTimeAsync(100);

    expect(launched).toHaveLength(5);
    expect(supervised.exits.map(({ signal }) => signal)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGKILL']);
    expect(onRestart).toHaveBeenCalledWith('api has ended (SIGKILL), and is started again.');
  });

  it('stays stopped, also during the pause before a restart', async () => {
    await supervised.start();
    await supervised.kill();
    await supervised.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(launched).toHaveLength(1);

    await supervised.start();
    await supervised.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(launched).toHaveLength(2);
    expect(supervised.exits).toHaveLength(1);
  });

  it('kills a process that does not stop in time', async () => {
    await supervised.start();
    launched[0]!.stop.mockImplementation(() => undefined);
    const stopped = supervised.stop();
    await jest.advanceTimersByTimeAsync(5_000);
    await stopped;

    expect(launched[0]!.kill).toHaveBeenCalledTimes(1);
  });

  it('rejects a first start that fails, and does not repeat it', async () => {
    canStart = false;

    await expect(supervised.start()).rejects.toThrow('no database');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(launched).toHaveLength(1);
    expect(supervised.exits).toEqual([]);
  });

  it('gives up after five failed restarts', async () => {
    await supervised.start();
    canStart = false;
    await supervised.kill();
    await jest.advanceTimersByTimeAsync(60_000);

    expect(launched).toHaveLength(6);
    expect(onGiveUp.mock.calls).toEqual([[new Error('no database')]]);
    expect(onRestart).toHaveBeenCalledTimes(1);
  });

  it('reports slow failures once, those of a launch that throws too, and goes on', async () => {
    const launch = jest.fn(async () => {
      const running = new FakeProcess(launch.mock.calls.length);
      if (running.pid === 1) return running;
      await new Promise((resolve) => setTimeout(resolve, 120_000));
      if (running.pid % 2 === 0) throw new Error('no port');
      running.ready = Promise.reject(new Error('no database'));
      running.end({ code: 1, signal: null });
      return running;
    });
    const slow = new SupervisedProcess({ name: 'web', launch, onRestart, onGiveUp, maxPauseMs: 1_000 });
    await slow.start();
    await slow.kill();
    await jest.advanceTimersByTimeAsync(3_600_000);

    expect(launch.mock.calls.length).toBeGreaterThan(20);
    expect(onGiveUp).not.toHaveBeenCalled();
    expect(onRestart.mock.calls.slice(1)).toEqual([['web does not start again: no port']]);
  });

  it('has stopped only once a launch under way has ended, and its process', async () => {
    const running = new FakeProcess(200);
    let finish = () => {};
    const launch = () => new Promise<RunningProcess>((resolve) => (finish = () => resolve(running)));
    const slow = new SupervisedProcess({ name: 'postgres', launch });
    const starting = slow.start();
    const onStopped = jest.fn();
    const stopping = slow.stop().then(onStopped);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(onStopped).not.toHaveBeenCalled();

    finish();
    await Promise.all([starting, stopping]);

    expect(running.stop).toHaveBeenCalledTimes(1);
    expect(slow.isRunning).toBe(false);
  });
});
