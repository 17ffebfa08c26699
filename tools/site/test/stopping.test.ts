import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnv } from '@portfolio/config';
import { freePort, waitUntil } from '@portfolio/lifecycle/supervisor';
import { SiteEnv } from '../src/env.ts';
import { Stages } from '../src/stages.ts';
import { startSite } from '../src/start-site.ts';
import { cleanUp, makeRoot, startFakeSite, untilAllGone, withExtra } from './fake-site.ts';

afterEach(cleanUp);

describe('a stop', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('stops the processes in order at %s', async (signal) => {
    const site = await startFakeSite();
    await site.prints('Stop with Ctrl-C.');

    site.process.kill(signal);

    expect(await site.ended).toBe(0);
    const stops = site.events().filter((event) => event.endsWith('stops'));
    expect(stops.slice(0, 2).sort()).toEqual(['admin-web stops', 'public-web stops']);
    expect(stops.slice(2)).toEqual(['api stops', 'worker stops']);
    await untilAllGone(site);
  });

  it('treats repeated signals as one', async () => {
    const site = await startFakeSite();
    await site.prints('Stop with Ctrl-C.');

    process.kill(-(site.process.pid ?? 0), 'SIGINT');
    site.process.kill('SIGTERM');
    process.kill(-(site.process.pid ?? 0), 'SIGINT');

    expect(await site.ended).toBe(0);
    // Ctrl-C in a terminal does not reach the processes.
    expect(site.events().filter((event) => event.endsWith('interrupted'))).toEqual([]);
    expect(site.events().filter((event) => event.endsWith('stops'))).toHaveLength(4);
  });

  it('gives each process DRAIN_MS and 25 seconds', async () => {
    const root = makeRoot(
      withExtra(
        'public-web',
        `process.removeAllListeners('SIGTERM').on('SIGTERM', () => note('drains'));
         process.on('SIGUSR2', () => { note('is drained'); process.exit(); });`,
      ),
    );
    mkdirSync(join(root, 'logs'));
    const data = { path: root, inside: (name: string) => join(root, name), jwtSecret: '', release: () => undefined };
    const settings = { HOST: '127.0.0.1', DEMO: 'false', DATABASE_URL: 'postgres://nobody@localhost/nothing' };
    const env = loadEnv(SiteEnv, { ...settings, PORT: String(await freePort()), DRAIN_MS: '60000' });
    const stages = new Stages();
    const step = <T>(_: string, action: (progress: () => void) => Promise<T>) => action(() => undefined);
    const events = () => readFileSync(join(root, 'events'), 'utf8').split('\n');
    await startSite({ root, env, data, stages, step, onFailure: () => undefined, log: () => undefined });

    jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate', 'setInterval'] });
    try {
      const stopped = stages.stop();
      await waitUntil(() => events().includes('public-web drains'));
      jest.advanceTimersByTime(84_999);
      process.kill(Number(readFileSync(join(root, 'public-web.pid'), 'utf8')), 'SIGUSR2');
      await stopped;
    } finally {
      jest.useRealTimers();
    }

    expect(events()).toContain('public-web is drained');
  });

  it('stops during the start', async () => {
    const site = await startFakeSite(
      makeRoot(withExtra('worker', 'await new Promise((done) => setTimeout(done, 60_000));')),
    );
    await site.prints('step Site');

    const start = Date.now();
    site.process.kill('SIGINT');

    expect(await site.ended).toBe(0);
    expect(Date.now() - start).toBeLessThan(15_000);
    await untilAllGone(site);
  });

  it('prints no addresses after a stop during the upload of the demo content', async () => {
    const api = `
      const { createServer } = await import('node:http');
      const api = createServer(() => note('is called'));
      await new Promise((done) => api.listen(process.env.PORT, '127.0.0.1', done));`;
    const site = await startFakeSite(makeRoot(withExtra('api', api)), { DEMO: 'true' });
    await waitUntil(() => site.events().includes('api is called'));

    site.process.kill('SIGINT');

    expect(await site.ended).toBe(0);
    expect(site.output()).toContain('Stopping.');
    expect(site.output()).not.toContain('Back office');
  });

  it('leaves no process behind after SIGKILL', async () => {
    const root = makeRoot();
    const site = await startFakeSite(root);
    await site.prints('Stop with Ctrl-C.');

    site.process.kill('SIGKILL');
    await untilAllGone(site);

    expect(site.events().filter((event) => event.endsWith('lost its parent'))).toHaveLength(4);
    const next = await startFakeSite(root);
    await next.prints('Stop with Ctrl-C.');
  });

  it('kills the child processes of a process', async () => {
    const site = await startFakeSite(
      makeRoot(
        withExtra(
          'api',
          `const { spawn } = await import('node:child_process');
           const child = spawn('sleep', ['60'], { stdio: 'ignore' });
           writeFileSync(process.cwd() + '/child.pid', String(child.pid));`,
        ),
      ),
    );
    await site.prints('Stop with Ctrl-C.');

    site.process.kill('SIGTERM');

    expect(await site.ended).toBe(0);
    await untilAllGone(site);
  });
});

describe('an unexpected end of a process', () => {
  it.each([
    ['by itself', (pid: number) => process.kill(pid, 'SIGTERM'), 'worker has ended (status 0), and is started again.'],
    ['killed', (pid: number) => process.kill(pid, 'SIGKILL'), 'worker has ended (SIGKILL), and is started again.'],
  ])('restarts the process alone: %s', async (_, end, sentence) => {
    const site = await startFakeSite();
    await site.prints('Stop with Ctrl-C.');
    const before = site.pidOf('worker');

    end(before);

    await site.prints(sentence);
    await waitUntil(() => site.events().filter((event) => event === 'worker starts').length === 2);
    expect(site.pidOf('worker')).not.toBe(before);
    expect(site.events().filter((event) => event === 'api stops')).toEqual([]);
    site.process.kill('SIGTERM');
    expect(await site.ended).toBe(0);
    expect(site.events().at(-1)).toBe('worker stops');
    await untilAllGone(site);
  });

  it('ends the site with the reason when restarts keep failing', async () => {
    const root = makeRoot(
      withExtra(
        'worker',
        `const { existsSync } = await import('node:fs');
         const again = process.cwd() + '/again';
         if (existsSync(again)) {
           note('fails');
           console.log('rendering photo 7');
           process.send({ type: 'failed', reason: 'The disk is full.' }, () => process.exit(1));
           await new Promise(() => {});
         }
         writeFileSync(again, '');`,
      ),
    );
    const site = await startFakeSite(root);
    await site.prints('Stop with Ctrl-C.');

    process.kill(site.pidOf('worker'), 'SIGKILL');

    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('worker does not start: The disk is full.');
    expect(site.output()).toContain(`The whole log: ${join(site.root, 'data/logs/worker.log')}`);
    expect(site.events().filter((event) => event === 'worker fails')).toHaveLength(5);
    expect(site.events()).toContain('api stops');
    await untilAllGone(site);
  });

  it('does not delay a stop during the pause before a restart', async () => {
    const root = makeRoot(withExtra('worker', `setTimeout(() => process.exit(3), 50);`));
    const site = await startFakeSite(root);
    await site.prints('Stop with Ctrl-C.');
    await waitUntil(() => site.output().split('worker has ended (status 3)').length > 4);

    const start = Date.now();
    site.process.kill('SIGTERM');
    expect(await site.ended).toBe(0);
    expect(Date.now() - start).toBeLessThan(15_000);
    await untilAllGone(site);
  });
});

describe('npm start run by npm', () => {
  it('stops when npm or its shell is killed', async () => {
    const site = await startFakeSite(undefined, {}, { through: 'npm' });
    await site.prints('Stop with Ctrl-C.');

    site.process.kill('SIGKILL');

    await untilAllGone(site);
    expect(site.events()).toContain('api stops');
  });
});

describe('the embedded database', () => {
  it('starts first, stops last, and recovers after SIGKILL', async () => {
    const root = makeRoot();
    const first = await startFakeSite(root, { DATABASE_URL: '' });
    await first.prints('Stop with Ctrl-C.');
    expect(first.envOf('api').DATABASE_URL).toMatch(/^postgres:\/\/portfolio:.+@127\.0\.0\.1:\d+\/portfolio\?/);
    expect(first.output()).toMatch(/step Database\nstep Schema\nstep Site\n/);
    first.process.kill('SIGKILL');
    await untilAllGone(first);

    const second = await startFakeSite(root, { DATABASE_URL: '' });
    await second.prints('Stop with Ctrl-C.');
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(readFileSync(join(root, 'data/postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/);
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(join(root, 'data/postgres'));
  });

  it('stops the site when it ends', async () => {
    const site = await startFakeSite(undefined, { DATABASE_URL: '' });
    await site.prints('Stop with Ctrl-C.');
    const [pid] = readFileSync(join(site.root, 'data/postgres/postmaster.pid'), 'utf8').split('\n');

    process.kill(Number(pid), 'SIGINT');

    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('The database has ended.');
    expect(site.events()).toContain('api stops');
  });
});
