import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processIdentity } from '@portfolio/lifecycle';

const loader = fileURLToPath(new URL('../../run-typescript.mjs', import.meta.url));
const source = new URL('../src/main.ts', import.meta.url).href;
const here = fileURLToPath(new URL('..', import.meta.url));

/** Where the builds of the parts are, as in the repository. */
export const SCRIPTS = {
  migrate: 'api/dist/migrate.js',
  api: 'api/dist/start.cjs',
  worker: 'worker/dist/start.cjs',
  'admin-web': 'admin-web/dist/server/main.js',
  'public-web': 'public-web/dist/server/main.js',
};
export type PartName = keyof typeof SCRIPTS;

/**
 * A part that does nothing but live as the real ones do: says that it is ready, stops at SIGTERM or when its parent
 * has gone, and notes in a common file what happens to it.
 */
const part = (name: string, extra = '') => `
  import { appendFileSync, writeFileSync } from 'node:fs';
  const note = (what) => appendFileSync(process.cwd() + '/events', '${name} ' + what + '\\n');
  writeFileSync(process.cwd() + '/${name}.pid', String(process.pid));
  writeFileSync(process.cwd() + '/${name}.env', JSON.stringify(process.env));
  const stop = (why) => { note(why); setTimeout(() => process.exit(0), 50); };
  process.once('SIGTERM', () => stop('stops'));
  process.once('disconnect', () => stop('lost its parent'));
  process.on('SIGINT', () => note('is interrupted'));
  setInterval(() => {}, 1000);
  ${extra}
  note('starts');
  process.send({ type: 'ready' });`;

const FAKES: Record<PartName, string> = {
  migrate: `import { appendFileSync } from 'node:fs'; appendFileSync(process.cwd() + '/events', 'migrate runs\\n');`,
  api: part('api'),
  worker: part('worker'),
  'admin-web': part('admin-web'),
  'public-web': part('public-web'),
};

/** The real one, which is plain JavaScript, before the fake. */
function startOf(path: string): string {
  const real = new URL(`../../../${path.replace('/dist/', '/src/').replace('.cjs', '.cts')}`, import.meta.url);
  return readFileSync(real, 'utf8').replace('./main.ts', './main.js');
}

export interface FakeSite {
  root: string;
  port: number;
  process: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Waits for that text, and fails if the process ends first. */
  says(text: string): Promise<void>;
  ended: Promise<number | string>;
  events(): string[];
  pidOf(name: string): number;
  envOf(name: string): Record<string, string>;
}

const roots: string[] = [];
const children: ChildProcess[] = [];

/** A repository of fakes; `scripts` takes the place of some. */
export function makeRoot(scripts: Partial<Record<PartName, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'site-'));
  roots.push(root);
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  for (const [name, path] of Object.entries(SCRIPTS)) {
    const code = scripts[name as PartName] ?? FAKES[name as PartName];
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path.endsWith('.cjs') ? startOf(path) : code);
    if (path.endsWith('.cjs')) writeFileSync(join(root, dirname(path), 'main.js'), code);
  }
  return root;
}

export const withExtra = (name: PartName, extra: string) => ({ [name]: part(name, extra) });

/** Runs the supervisor over a repository of fakes, in a process of its own. */
export async function startFakeSite(
  root = makeRoot(),
  env: Record<string, string> = {},
  { through }: { through?: 'npm' } = {},
): Promise<FakeSite> {
  const port = Number(env.PORT ?? (await unusedPort()));
  const script = `
    import { runSite } from '${source}';
    const step = async (title, action) => { console.log('step ' + title); return action(() => {}); };
    process.exitCode = await runSite({ step, root: '${root}' });
    process.exit();`;
  const node = ['--conditions=@portfolio/source', '--import', loader, '--input-type=module', '-e', script];
  const options = {
    cwd: here,
    detached: true,
    env: {
      ...{ PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(root, 'data'), DEMO: 'false' },
      ...{ DATABASE_URL: 'postgres://nobody@localhost/nothing', ...env },
      ...(through === 'npm' ? { npm_lifecycle_event: 'start' } : {}),
    },
  } as const;
  const child =
    through === 'npm'
      ? spawn('/bin/sh', ['-c', `"$0" "$@"; exit $?`, process.execPath, ...node], options)
      : spawn(process.execPath, node, options);
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  return {
    root,
    port,
    process: child,
    output: () => text,
    async says(wanted) {
      for (const end = Date.now() + 20_000; !text.includes(wanted); await wait(10)) {
        if (child.exitCode !== null || Date.now() > end) throw new Error(`did not say "${wanted}" but: ${text}`);
      }
    },
    ended: once(child, 'close').then(([status, signal]) => (status ?? signal) as number | string),
    events: () => (existsSync(join(root, 'events')) ? read('events').trim().split('\n') : []),
    pidOf: (name) => Number(read(`${name}.pid`)),
    envOf: (name) => JSON.parse(read(`${name}.env`)) as Record<string, string>,
  };
}

export async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function until(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isTrue(); await wait(20)) {
    if (Date.now() > end) throw new Error('it did not come true');
  }
}

/** Waits until every part of that site has ended. */
export async function untilAllGone({ root }: { root: string }): Promise<void> {
  const pids = readdirSync(root)
    .filter((name) => name.endsWith('.pid'))
    .map((name) => Number(readFileSync(join(root, name), 'utf8')));
  for (const end = Date.now() + 20_000; pids.some((pid) => processIdentity(pid) !== undefined); await wait(20)) {
    if (Date.now() > end) throw new Error('a part is still there');
  }
}

export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const root of roots.splice(0)) {
    await untilAllGone({ root });
    rmSync(root, { recursive: true, maxRetries: 5 });
  }
}
