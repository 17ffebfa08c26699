import { describe, expect, it } from '@jest/globals';
import { launchProcess, stopProcess, type ProcessPlan } from '../src/supervisor/launch-process.ts';

const node = (script: string, plan: Partial<ProcessPlan> = {}) =>
  launchProcess({
    name: 'api',
    command: process.execPath,
    args: ['-e', script],
    env: { PATH: process.env.PATH },
    ...plan,
  });

describe('launchProcess', () => {
  it('resolves with the address of the ready message', async () => {
    const running = node(`process.send({ type: 'ready', url: 'http://127.0.0.1:1' }); setInterval(() => {}, 1000)`);

    expect(await running.ready).toBe('http://127.0.0.1:1');
    expect(await stopProcess(running)).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it('polls isReady with the output', async () => {
    const running = node(`console.log('listening'); setInterval(() => {}, 1000)`, {
      isReady: (output) => output.includes('listening'),
    });

    await running.ready;
    expect(running.output()).toBe('listening\n');
    await stopProcess(running);
  });

  it('rejects with the reason of a failed start', async () => {
    const running = node(`process.send({ type: 'failed', reason: 'no database' }, () => process.exit(1))`);

    await expect(running.ready).rejects.toThrow('api does not start: no database');
  });

  it('rejects with the last lines when the process ends first', async () => {
    const running = node(`console.log('one'); process.exitCode = 3`);

    await expect(running.ready).rejects.toMatchObject({ message: 'api has ended (status 3).', details: ['one'] });
    await expect(running.finished()).rejects.toThrow('api failed: one');
  });

  it.each([
    ['it printed nothing', 'process.exitCode = 3'],
    ['it was ended by SIGKILL', `process.kill(process.pid, 'SIGKILL')`],
  ])('says that %s', async (message, script) => {
    await expect(node(script).finished()).rejects.toMatchObject({ message: `api failed: ${message}`, details: [] });
  });

  it('says why a program cannot run', async () => {
    const running = node('', { command: '/no/such/program' });

    await expect(running.finished()).rejects.toThrow('api failed: spawn /no/such/program ENOENT');
  });

  it('kills a process that is not ready in time', async () => {
    const running = node('setInterval(() => {}, 1000)', { startTimeoutMs: 50 });

    await expect(running.ready).rejects.toThrow('api is not ready after 0.05 seconds.');
    expect(await running.ended).toEqual({ code: null, signal: 'SIGKILL' });
  });
});
