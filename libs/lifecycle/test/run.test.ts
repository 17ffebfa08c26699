import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChildren, startChild } from './child.ts';

afterEach(endChildren);

/** A service whose shutdown takes 100 ms. */
const SERVICE = `
  await lifecycle.run(async () => {
    const alive = setInterval(() => {}, 1000);
    console.log('started');
    return {
      ready: { url: 'http://localhost:1' },
      stop: async () => {
        console.log('stopping');
        await new Promise((done) => setTimeout(done, 100));
        clearInterval(alive);
        console.log('stopped');
      },
    };
  });`;

describe('run at start', () => {
  it('sends its URL to the parent when it is ready', async () => {
    const child = startChild(SERVICE);

    const [message] = await once(child.process, 'message');

    expect(message).toEqual({ type: 'ready', url: 'http://localhost:1' });
  });

  it('prints the error of a failed start in one line and exits with status 1', async () => {
    const child = startChild(`await lifecycle.run(async () => { throw new Error('The disk is full.'); });`);

    expect(await child.ended).toBe(1);
    expect(child.output()).toBe('The disk is full.\n');
    expect(child.messages).toEqual([{ type: 'failed', reason: 'The disk is full.' }]);
  });

  it('hides the password of a database URL in the error', async () => {
    const child = startChild(`await lifecycle.run(async () => {
      throw new Error('No answer from postgres://site:open-sesame@db.internal/site');
    });`);

    expect(await child.ended).toBe(1);
    expect(child.output()).toBe('No answer from postgres://[hidden]@db.internal/site\n');
    expect(JSON.stringify(child.messages)).not.toContain('open-sesame');
  });

  it('keeps the examples of an EnvError', async () => {
    const reason = 'MAIL_FROM: an email address such as site@example.com';
    const child = startChild(`await lifecycle.run(async () => {
      throw Object.assign(new Error('${reason}'), { name: 'EnvError' });
    });`);

    expect(await child.ended).toBe(1);
    expect(child.messages).toEqual([{ type: 'failed', reason }]);
  });

  it('runs without a parent process', async () => {
    const child = startChild(SERVICE, { ipc: false });
    await child.prints('started');

    child.process.kill('SIGTERM');

    expect(await child.ended).toBe(0);
  });
});

describe('run at shutdown', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('stops once at %s, even if more signals follow', async (signal) => {
    const child = startChild(SERVICE);
    await child.prints('started');

    child.process.kill(signal);
    await child.prints('stopping');
    child.process.kill('SIGINT');
    child.process.kill('SIGTERM');

    expect(await child.ended).toBe(0);
    expect(child.output()).toBe('started\nstopping\nstopped\n');
  });

  it('stops when the IPC channel to its parent closes', async () => {
    const child = startChild(SERVICE);
    await child.prints('started');

    child.process.disconnect();

    expect(await child.ended).toBe(0);
    expect(child.output()).toContain('stopped');
  });

  it.each([
    ['before the start', `await new Promise((done) => process.once('disconnect', done));`],
    [
      'unnoticed before the start',
      `const { existsSync } = await import('node:fs'); while (!existsSync(process.env.GONE));`,
    ],
  ])('stops cleanly when the channel closes while modules load, %s', async (_, loading) => {
    const folder = mkdtempSync(join(tmpdir(), 'lifecycle-'));
    const gone = join(folder, 'gone');
    const child = startChild(`console.log('loading'); ${loading} ${SERVICE}`, { env: { GONE: gone } });
    await child.prints('loading');

    const closed = once(child.process, 'disconnect');
    child.process.disconnect();
    await closed;
    writeFileSync(gone, '');

    expect(await child.ended).toBe(0);
    expect(child.output()).toMatch(/^loading\n(started\nstopping\nstopped\n)?$/);
    rmSync(folder, { recursive: true });
  });

  it('finishes the start before it stops', async () => {
    const child = startChild(`
      await lifecycle.run(async () => {
        console.log('starting');
        await new Promise((done) => setTimeout(done, 200));
        return { stop: async () => console.log('stopped') };
      });`);
    await child.prints('starting');

    child.process.kill('SIGTERM');

    expect(await child.ended).toBe(0);
    expect(child.output()).toBe('starting\nstopped\n');
    expect(child.messages).toEqual([]);
  });

  it('exits with status 1 when the shutdown times out', async () => {
    const child = startChild(`
      await lifecycle.run(async () => {
        console.log('started');
        return { stop: () => new Promise(() => setInterval(() => {}, 1000)) };
      }, { stopWithin: 100 });`);
    await child.prints('started');

    child.process.kill('SIGTERM');

    expect(await child.ended).toBe(1);
  });

  it('logs the error of a failed shutdown', async () => {
    const child = startChild(`
      await lifecycle.run(async () => {
        console.log('started');
        return { stop: async () => { throw new Error('no connection'); } };
      });`);
    await child.prints('started');

    child.process.kill('SIGTERM');

    expect(await child.ended).toBe(1);
    expect(child.output()).toContain('shutdown failed: no connection');
  });
});

describe('an uncaught error', () => {
  it.each([
    ['thrown', `setTimeout(() => { throw new Error('oh no'); }, 50)`],
    ['rejected', `setTimeout(() => Promise.reject(new Error('oh no')), 50)`],
  ])('is logged as one line when %s, and shuts the process down', async (_, fault) => {
    const child = startChild(`${SERVICE}; ${fault};`);

    expect(await child.ended).toBe(1);
    const line =
      child
        .output()
        .split('\n')
        .find((text) => text.startsWith('{')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 60,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      msg: 'uncaught error, shutting down: oh no',
      err: { type: 'Error', stack: expect.stringContaining('at ') },
    });
    expect(child.output()).toContain('stopped');
  });

  it.each([
    ['an error', `Object.assign(new Error(text), { detail: 'Key (email)=(ada@example.org)', cause: new Error(text) })`],
    ['a text', 'text'],
  ])('hides secrets in %s', async (_, thrown) => {
    const child = startChild(`${SERVICE}
      const text = 'No answer from redis://:open-sesame@queue.internal for ada@example.org';
      setTimeout(() => Promise.reject(${thrown}), 50);`);

    expect(await child.ended).toBe(1);
    expect(child.output()).toContain('uncaught error, shutting down: No answer from redis://[hidden]@');
    expect(child.output()).not.toMatch(/open-sesame|ada@/);
  });
});
