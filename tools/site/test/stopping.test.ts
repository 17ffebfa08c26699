import { afterEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, makeRoot, startFakeSite, until, untilAllGone, withExtra } from './fake-site.ts';

afterEach(cleanUp);

describe('stopping', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('stops the parts in order at %s', async (signal) => {
    const site = await startFakeSite();
    await site.says('Stop with Ctrl-C.');

    site.process.kill(signal);

    expect(await site.ended).toBe(0);
    const stops = site.events().filter((event) => event.endsWith('stops'));
    expect(stops.slice(0, 2).sort()).toEqual(['admin-web stops', 'public-web stops']);
    expect(stops.slice(2)).toEqual(['api stops', 'worker stops']);
    await untilAllGone(site);
  });

  it('takes a signal to the whole group, and another one, for one wish', async () => {
    const site = await startFakeSite();
    await site.says('Stop with Ctrl-C.');

    process.kill(-(site.process.pid ?? 0), 'SIGINT');
    site.process.kill('SIGTERM');
    process.kill(-(site.process.pid ?? 0), 'SIGINT');

    expect(await site.ended).toBe(0);
    // A terminal's Ctrl-C has not reached them.
    expect(site.events().filter((event) => event.endsWith('interrupted'))).toEqual([]);
    expect(site.events().filter((event) => event.endsWith('stops'))).toHaveLength(4);
  });

  it('may be wished while it starts', async () => {
    const site = await startFakeSite(
      makeRoot(withExtra('worker', 'await new Promise((done) => setTimeout(done, 60_000));')),
    );
    await site.says('step Site');

    const begin = Date.now();
    site.process.kill('SIGINT');

    expect(await site.ended).toBe(0);
    expect(Date.now() - begin).toBeLessThan(15_000);
    await untilAllGone(site);
  });

  it('leaves no process behind when it is killed itself', async () => {
    const root = makeRoot();
    const site = await startFakeSite(root);
    await site.says('Stop with Ctrl-C.');

    site.process.kill('SIGKILL');
    await untilAllGone(site);

    expect(site.events().filter((event) => event.endsWith('lost its parent'))).toHaveLength(4);
    const next = await startFakeSite(root);
    await next.says('Stop with Ctrl-C.');
  });

  it('kills with a part whatever that part has started', async () => {
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
    await site.says('Stop with Ctrl-C.');

    site.process.kill('SIGTERM');

    expect(await site.ended).toBe(0);
    await untilAllGone(site);
  });
});

describe('a part that ends although nobody asked it to', () => {
  it.each([
    ['by itself', (pid: number) => process.kill(pid, 'SIGTERM'), 'worker has ended (status 0), and is started again.'],
    ['killed', (pid: number) => process.kill(pid, 'SIGKILL'), 'worker has ended (SIGKILL), and is started again.'],
  ])('is started again, while the others go on: %s', async (_, end, sentence) => {
    const site = await startFakeSite();
    await site.says('Stop with Ctrl-C.');
    const before = site.pidOf('worker');

    end(before);

    await site.says(sentence);
    await until(() => site.events().filter((event) => event === 'worker starts').length === 2);
    expect(site.pidOf('worker')).not.toBe(before);
    expect(site.events().filter((event) => event === 'api stops')).toEqual([]);
    site.process.kill('SIGTERM');
    expect(await site.ended).toBe(0);
    expect(site.events().at(-1)).toBe('worker stops');
    await untilAllGone(site);
  });

  it('ends the site, which says why, when it cannot be started any more', async () => {
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
    await site.says('Stop with Ctrl-C.');

    process.kill(site.pidOf('worker'), 'SIGKILL');

    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('worker does not start: The disk is full.');
    expect(site.output()).toContain(`The whole log: ${join(site.root, 'data/logs/worker.log')}`);
    expect(site.events().filter((event) => event === 'worker fails')).toHaveLength(5);
    expect(site.events()).toContain('api stops');
    await untilAllGone(site);
  });

  it('does not keep the site from stopping while it waits to be started again', async () => {
    const root = makeRoot(withExtra('worker', `setTimeout(() => process.exit(3), 50);`));
    const site = await startFakeSite(root);
    await site.says('Stop with Ctrl-C.');
    // Each pause is longer than the one before.
    await until(() => site.output().split('worker has ended (status 3)').length > 4);

    const begin = Date.now();
    site.process.kill('SIGTERM');
    expect(await site.ended).toBe(0);
    expect(Date.now() - begin).toBeLessThan(15_000);
    await untilAllGone(site);
  });
});

describe('run by npm', () => {
  it('stops when npm, or the shell that npm put between, is killed', async () => {
    const site = await startFakeSite(undefined, {}, { through: 'npm' });
    await site.says('Stop with Ctrl-C.');

    site.process.kill('SIGKILL');

    await untilAllGone(site);
    expect(site.events()).toContain('api stops');
  });
});

describe('with its own database', () => {
  it('starts it before all else, stops it after all else, and finds it again after kill -9', async () => {
    const root = makeRoot();
    const first = await startFakeSite(root, { DATABASE_URL: '' });
    await first.says('Stop with Ctrl-C.');
    expect(first.envOf('api').DATABASE_URL).toMatch(/^postgres:\/\/portfolio:.+@127\.0\.0\.1:\d+\/portfolio$/);
    expect(first.output()).toMatch(/step Database\nstep Schema\nstep Site\n/);
    first.process.kill('SIGKILL');
    await untilAllGone(first);

    const second = await startFakeSite(root, { DATABASE_URL: '' });
    await second.says('Stop with Ctrl-C.');
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(readFileSync(join(root, 'data/postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/);
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(join(root, 'data/postgres'));
  });

  it('stops all when it ends', async () => {
    const site = await startFakeSite(undefined, { DATABASE_URL: '' });
    await site.says('Stop with Ctrl-C.');
    const [pid] = readFileSync(join(site.root, 'data/postgres/postmaster.pid'), 'utf8').split('\n');

    process.kill(Number(pid), 'SIGINT');

    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('The database has ended.');
    expect(site.events()).toContain('api stops');
  });
});
