import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { freePort, portFault } from '@portfolio/lifecycle/supervisor';
import { cleanUp, makeRoot, startFakeSite, untilAllGone, withExtra } from './fake-site.ts';

afterEach(cleanUp);

const DEMO_ACCOUNT = { email: 'demo@example.com', password: 'secret' };

/** An API with this demo account, and with photos. */
const apiWithDemo = (demo: { email: string; password: string } | null) =>
  withExtra(
    'api',
    `const { createServer } = await import('node:http');
     const responses = { '/api/public/demo': { demo: ${JSON.stringify(demo)} }, '/api/auth/login': { token: 'one' } };
     const api = createServer(({ url }, response) => response.end(JSON.stringify(responses[url] ?? { total: 1 })));
     await new Promise((done) => api.listen(process.env.PORT, '127.0.0.1', done));`,
  );

/** A port for which port + 1000 is free, too. */
async function lowPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const faults = await Promise.all([port, port + 1000].map((each) => portFault(each, '127.0.0.1')));
    if (faults.every((code) => code === undefined)) return port;
  }
}

/** Runs the action while another program listens on the port. */
async function whileInUse(port: number, action: () => Promise<void>): Promise<void> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  try {
    await action();
  } finally {
    other.close();
  }
}

describe('npm start', () => {
  it('migrates before it starts api and worker, and prints the addresses', async () => {
    const site = await startFakeSite();
    await site.prints('Stop with Ctrl-C.');

    const events = site.events();
    const order = ['migrate runs', 'api starts', 'worker starts'].map((event) => events.indexOf(event));
    expect(order[0]).toBeGreaterThanOrEqual(0);
    expect(order[0]).toBeLessThan(Math.min(order[1] ?? -1, order[2] ?? -1));
    expect(events).toEqual(expect.arrayContaining(['admin-web starts', 'public-web starts']));
    expect(site.output()).toContain(`http://localhost:${site.port}\n`);
    expect(site.output()).toContain(`http://localhost:${site.port}/admin\n`);
    expect(site.envOf('worker').PUBLIC_URL).toBe(`http://localhost:${site.port}`);
    expect(site.output()).not.toContain('demo@example.com');
    expect(site.output()).toContain('ADMIN_EMAIL');
  });

  it('prints the demo account of a demo site', async () => {
    const site = await startFakeSite(makeRoot(apiWithDemo(DEMO_ACCOUNT)), { DEMO: 'true' });
    await site.prints('Stop with Ctrl-C.');

    expect(site.output()).toContain('demo@example.com with the password secret\n');
  });

  it('is no demo with ADMIN_EMAIL, and fills no site that has its own account', async () => {
    const first = await startFakeSite(makeRoot(apiWithDemo(null)), { DEMO: '', ADMIN_EMAIL: 'me@example.com' });
    await first.prints('Stop with Ctrl-C.');
    const second = await startFakeSite(makeRoot(apiWithDemo(null)), { DEMO: '' });
    await second.prints('Stop with Ctrl-C.');

    expect([first.envOf('api').DEMO, second.envOf('api').DEMO]).toEqual(['false', 'true']);
    for (const { output } of [first, second]) {
      expect(output()).toContain('Sign in       as yourself');
      expect(output()).not.toContain('demo content');
    }
  });

  it('is no demo with a public address, except with DEMO=true', async () => {
    const PUBLIC_URL = 'https://elin.example';
    const first = await startFakeSite(makeRoot(apiWithDemo(null)), { DEMO: '', PUBLIC_URL });
    await first.prints('Stop with Ctrl-C.');
    const second = await startFakeSite(makeRoot(apiWithDemo(null)), { DEMO: 'true', PUBLIC_URL });
    await second.prints('Stop with Ctrl-C.');

    expect([first.envOf('api').DEMO, second.envOf('api').DEMO]).toEqual(['false', 'true']);
    for (const { output } of [first, second]) expect(output()).not.toContain('Everybody can sign in here');
  });

  it.each([
    ['has its demo account', apiWithDemo(DEMO_ACCOUNT), false],
    ['may have one, because the API fails', {}, true],
  ])('warns of a public demo that %s', async (_, scripts, isUnknown) => {
    const PUBLIC_URL = 'https://elin.example';
    const site = await startFakeSite(makeRoot(scripts), { DEMO: 'true', PUBLIC_URL });
    await site.prints('Stop with Ctrl-C.');

    expect(site.output()).toContain('Everybody can sign in here');
    expect(site.output().includes('The demo account could not be read')).toBe(isUnknown);
    expect(site.output()).not.toContain('The demo content is not complete');
  });

  it('is a demo with ADMIN_EMAIL and DEMO=true', async () => {
    const site = await startFakeSite(makeRoot(apiWithDemo(null)), { DEMO: 'true', ADMIN_EMAIL: 'me@example.com' });
    await site.prints('Stop with Ctrl-C.');

    expect(site.envOf('api').DEMO).toBe('true');
  });

  it('passes each process its settings', async () => {
    const site = await startFakeSite(undefined, { REDIS_URL: 'redis://localhost:1', ADMIN_EMAIL: 'me@example.com' });
    await site.prints('Stop with Ctrl-C.');

    const [api, worker, publicWeb, adminWeb] = ['api', 'worker', 'public-web', 'admin-web'].map(site.envOf);
    expect(api).toMatchObject({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: 'postgres://nobody@localhost/nothing',
      REDIS_URL: 'redis://localhost:1',
      STORAGE_DIR: join(site.root, 'data/storage'),
      UPLOAD_DIR: join(site.root, 'data/uploads'),
      ADMIN_EMAIL: 'me@example.com',
      ADMIN_ORIGINS: `http://localhost:${adminWeb?.PORT},http://127.0.0.1:${adminWeb?.PORT}`,
      DEMO: 'false',
    });
    expect(worker).toMatchObject({ STORAGE_DIR: api?.STORAGE_DIR, MALLOC_ARENA_MAX: '2' });
    expect(publicWeb).toMatchObject({
      PORT: String(site.port),
      HOST: 'localhost',
      API_URL: `http://127.0.0.1:${api?.PORT}`,
      ADMIN_APP_URL: `http://localhost:${adminWeb?.PORT}`,
      ADMIN_URL: `http://localhost:${adminWeb?.PORT}/admin-app/`,
    });
    expect(adminWeb).toMatchObject({ API_ORIGIN: `http://localhost:${site.port}` });
  });

  it('passes each process its threads, folder of photos, public address and trusted proxies', async () => {
    const STORAGE_DIR = '/somewhere/pictures';
    const site = await startFakeSite(undefined, {
      CONCURRENCY: '6',
      STORAGE_DIR,
      PUBLIC_URL: 'https://elin.example/',
      ADMIN_ORIGINS: 'https://admin.elin.example/, https://studio.elin.example',
      TRUST_PROXY: '203.0.113.7',
    });
    await site.prints('Stop with Ctrl-C.');

    const [api, worker, publicWeb, adminWeb] = ['api', 'worker', 'public-web', 'admin-web'].map(site.envOf);
    expect(api).toMatchObject({
      UV_THREADPOOL_SIZE: '8',
      STORAGE_DIR,
      ADMIN_ORIGINS: 'https://admin.elin.example/,https://studio.elin.example',
      // All requests come through public-web.
      TRUST_PROXY: 'loopback',
    });
    // One thread per job, and four more.
    expect(worker).toMatchObject({ UV_THREADPOOL_SIZE: '10', STORAGE_DIR });
    expect(publicWeb).toMatchObject({
      PUBLIC_URL: 'https://elin.example/',
      ADMIN_URL: 'https://admin.elin.example/admin-app/',
      TRUST_PROXY: '203.0.113.7',
    });
    expect(adminWeb).toMatchObject({ API_ORIGIN: 'https://elin.example' });
  });

  it('gives UV_THREADPOOL_SIZE threads to each process', async () => {
    const site = await startFakeSite(undefined, { UV_THREADPOOL_SIZE: '32' });
    await site.prints('Stop with Ctrl-C.');

    expect(['api', 'worker'].map((name) => site.envOf(name).UV_THREADPOOL_SIZE)).toEqual(['32', '32']);
  });

  it('passes each process only the secrets that it needs', async () => {
    const secrets = {
      ADMIN_EMAIL: 'me@example.com',
      ADMIN_PASSWORD: 'four boats under a low sky',
      DATABASE_URL: 'postgres://elin:mine@localhost/site',
      REDIS_URL: 'redis://:mine@localhost:1',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'mine',
      S3_SECRET_ACCESS_KEY: 'mine',
      SMTP_URL: 'smtp://me:mine@localhost',
      JWT_SECRET: 'unused: the site stores its own',
      LIMIT_COMMENTS: '3',
    };
    const site = await startFakeSite(undefined, secrets);
    await site.prints('Stop with Ctrl-C.');

    const data = ['DATABASE_URL', 'REDIS_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
    const received = (name: string) => Object.keys(site.envOf(name)).filter((key) => key in secrets);
    const open = ['ADMIN_EMAIL', 'LIMIT_COMMENTS', 'S3_BUCKET'];
    expect(received('api').sort()).toEqual([...open, ...data, 'ADMIN_PASSWORD', 'JWT_SECRET'].sort());
    expect(received('worker').sort()).toEqual([...open, ...data, 'SMTP_URL'].sort());
    expect(received('migrate').sort()).toEqual([...open, 'DATABASE_URL', 'REDIS_URL'].sort());
    for (const name of ['public-web', 'admin-web']) expect(received(name).sort()).toEqual(open);
    expect(site.envOf('api').JWT_SECRET).not.toBe(secrets.JWT_SECRET);
  });

  it('makes its files private to its user', async () => {
    const extra = `writeFileSync(process.env.STORAGE_DIR + '/a.jpg', ''); console.log('hello');`;
    const site = await startFakeSite(makeRoot(withExtra('worker', extra)), { DATA_DIR: 'site/data' });
    await site.prints('Stop with Ctrl-C.');

    const folder = join(site.root, 'site/data');
    const open = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
    );
    expect(open).toEqual([]);
    // Under root, PostgreSQL runs as another user, who must pass through.
    expect(statSync(folder).mode & 0o077).toBe(process.getuid?.() === 0 ? 0o011 : 0);
  });

  it.each([
    ['0.0.0.0', 'localhost', true],
    ['127.0.0.2', '127.0.0.2', false],
  ])('passes addresses that work with HOST=%s', async (HOST, host, isOpen) => {
    const site = await startFakeSite(makeRoot(apiWithDemo(DEMO_ACCOUNT)), { HOST, DEMO: 'true' });
    await site.prints('Stop with Ctrl-C.');

    const [api, publicWeb, adminWeb] = ['api', 'public-web', 'admin-web'].map(site.envOf);
    expect(adminWeb).toMatchObject({ HOST, API_ORIGIN: `http://${host}:${site.port}` });
    expect(publicWeb).toMatchObject({
      HOST,
      ADMIN_APP_URL: `http://${host}:${adminWeb?.PORT}`,
      PUBLIC_URL: `http://${host}:${site.port}`,
    });
    expect(api?.ADMIN_ORIGINS).toBe(`http://${host}:${adminWeb?.PORT},http://127.0.0.1:${adminWeb?.PORT}`);
    expect(site.output()).toContain(`http://${host}:${site.port}/admin\n`);
    expect(site.output().includes('Everybody can sign in here')).toBe(isOpen);
  });

  it('leaves PORT + 1 to the next site', async () => {
    const port = await lowPort();
    const site = await startFakeSite(undefined, { PORT: String(port) });
    await site.prints('Stop with Ctrl-C.');

    expect(site.envOf('admin-web').PORT).toBe(String(port + 1000));
  });

  it('chooses another port for the back office when PORT + 1000 is in use', async () => {
    const port = await lowPort();
    await whileInUse(port + 1000, async () => {
      const site = await startFakeSite(undefined, { PORT: String(port) });
      await site.prints('Stop with Ctrl-C.');

      expect(site.envOf('admin-web').PORT).not.toBe(String(port + 1000));
    });
  });

  it('stores its secret in a private file and reuses it', async () => {
    const root = makeRoot();
    const first = await startFakeSite(root);
    await first.prints('Stop with Ctrl-C.');
    first.process.kill('SIGTERM');
    await first.ended;
    const secret = first.envOf('api').JWT_SECRET;
    const second = await startFakeSite(root);
    await second.prints('Stop with Ctrl-C.');

    expect(secret).toMatch(/^[\w-]{64}$/);
    expect(second.envOf('api').JWT_SECRET).toBe(secret);
    expect(statSync(join(root, 'data/secrets.json')).mode & 0o777).toBe(0o600);
  });
});

describe('a failing npm start', () => {
  it.each(['PORT', 'ADMIN_PORT'])('reports that %s is in use before any other step', async (name) => {
    const port = await freePort();
    await whileInUse(port, async () => {
      const site = await startFakeSite(undefined, { [name]: String(port) });

      expect(await site.ended).toBe(1);
      const sentence = `  Port ${port} is already in use. Stop what uses it, or choose another: ${name}=`;
      const [before, suggestion = ''] = site.output().split(sentence);
      expect(before).toBe('');
      expect(suggestion).toMatch(/^\d+ npm start\n$/);
      expect([port, site.port]).not.toContain(Number.parseInt(suggestion, 10));
    });
  });

  it('suggests a lower port for the highest one in use', async () => {
    await whileInUse(65_535, async () => {
      const site = await startFakeSite(undefined, { PORT: '65535' });

      expect(await site.ended).toBe(1);
      expect(site.output()).toContain('PORT=65534 npm start');
    });
  });

  it('reports equal ports of site and back office', async () => {
    const port = String(await freePort());
    const site = await startFakeSite(undefined, { PORT: port, ADMIN_PORT: port });

    expect(await site.ended).toBe(1);
    expect(site.output()).toBe(
      `  Site and back office cannot both have port ${port}: choose another ADMIN_PORT, or none.\n`,
    );
  });

  it('lists all invalid settings', async () => {
    const site = await startFakeSite(undefined, {
      ...{ PORT: '80808', DEMO: 'perhaps', PUBLIC_URL: 'elin.example', ADMIN_ORIGINS: 'https://elin.example, admin' },
      METRICS_PORT: '65533',
    });

    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('PORT: must be a port number from 1 to 65535');
    expect(site.output()).toContain('DEMO: must be true or false');
    expect(site.output()).toContain('PUBLIC_URL: must be an http:// or https:// address');
    expect(site.output()).toContain('ADMIN_ORIGINS: must list origins such as https://admin.example.com');
    expect(site.output()).toContain('METRICS_PORT: must be a port number up to 65532');
    expect(site.output()).not.toContain('    at ');
  });

  it('reports another site on the same folder', async () => {
    const root = makeRoot();
    const first = await startFakeSite(root);
    await first.prints('Stop with Ctrl-C.');
    const second = await startFakeSite(root);

    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^ {2}Another site runs on .*data \(process \d+\)\. Stop it, or choose another/);
    expect(first.process.exitCode).toBeNull();
  });

  it.each(['data', 'data/logs'])('reports a file in place of the folder %s', async (name) => {
    const root = makeRoot();
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    const site = await startFakeSite(root);

    expect(await site.ended).toBe(1);
    expect(site.output()).toBe(`  ${path} is not a folder: choose another (DATA_DIR=...).\n`);
  });

  it('reports a file of secrets that cannot be read', async () => {
    const root = makeRoot();
    const path = join(root, 'data/secrets.json');
    mkdirSync(path, { recursive: true });
    const site = await startFakeSite(root);

    expect(await site.ended).toBe(1);
    expect(site.output()).toContain(`  ${path} cannot be read (EISDIR): `);
  });

  it('reports a read-only data folder by its own path', async () => {
    const site = await startFakeSite(undefined, { DATA_DIR: '/sys' });

    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('  /sys cannot be written: choose another folder (DATA_DIR=...)');
  });

  it.each([
    ['below /proc', '/proc/portfolio/data', /^ {2}\/proc\/portfolio\/data cannot be made/],
    ['below a file', 'package.json/data', /package\.json\/data is not a folder/],
    ['a dangling link', 'nowhere', /nowhere is not a folder/],
  ])('reports a data folder %s', async (_, path, sentence) => {
    const root = makeRoot();
    symlinkSync('gone', join(root, 'nowhere'));
    const site = await startFakeSite(root, { DATA_DIR: path });

    expect(await site.ended).toBe(1);
    expect(site.output()).toMatch(sentence);
    expect(site.output()).toMatch(/: choose another( folder)? \(DATA_DIR=\.\.\.\)\.\n$/);
  });

  it('reports a database of another version', async () => {
    const root = makeRoot();
    mkdirSync(join(root, 'data/postgres'), { recursive: true });
    writeFileSync(join(root, 'data/postgres/PG_VERSION'), '14\n');
    const site = await startFakeSite(root, { DATABASE_URL: '' });

    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('was written by PostgreSQL 14, and this program brings PostgreSQL 18');
    expect(site.output()).not.toContain('    at ');
  });

  it('prints the reason of a failed migration', async () => {
    const site = await startFakeSite(
      makeRoot({ migrate: `console.error('The database was written by a newer version.'); process.exitCode = 1;` }),
    );

    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('migrate failed: The database was written by a newer version.');
    expect(site.events()).not.toContain('api starts');
  });

  it('prints why a process does not start, and stops the others', async () => {
    const site = await startFakeSite(
      makeRoot({
        api: `import { readFileSync } from 'node:fs';
              const isStarted = () => readFileSync('events', 'utf8').includes('worker starts');
              while (!isStarted()) await new Promise((done) => setTimeout(done, 20));
              process.send({ type: 'failed', reason: 'The queue is unavailable.' }, () => process.exit(1));`,
      }),
    );

    expect(await site.ended).toBe(1);
    expect(site.output()).toContain('api does not start: The queue is unavailable.');
    expect(site.events()).toContain('worker stops');
    await untilAllGone(site);
  });
});
