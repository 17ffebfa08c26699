import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processIdentity } from '@portfolio/lifecycle';
import { freePort, waitUntil } from '@portfolio/lifecycle/supervisor';

/** Sources in one file, which starts in a third of the time. @see bundle-sources.js */
export const BUNDLE = new URL('../test-results/bundle/main.js', import.meta.url).href;
const here = fileURLToPath(new URL('..', import.meta.url));

/** Paths of the builds, as in the repository. */
export const SCRIPTS = {
  migrate: 'api/dist/migrate.js',
  api: 'api/dist/start.cjs',
  worker: 'worker/dist/start.cjs',
  'admin-web': 'admin-web/dist/server/main.js',
  'public-web': 'public-web/dist/server/main.js',
};
export type ServiceName = keyof typeof SCRIPTS;

/** Script of a fake service: reports ready, stops at SIGTERM or without its parent, and appends events to a shared file. */
const service = (name: string, extra = '') => `
  import { appendFileSync, writeFileSync } from 'node:fs';
  const note = (event) => appendFileSync(process.cwd() + '/events', '${name} ' + event + '\\n');
  writeFileSync(process.cwd() + '/${name}.pid', String(process.pid));
  writeFileSync(process.cwd() + '/${name}.env', JSON.stringify(process.env));
  const stop = (event) => { note(event); setTimeout(() => process.exit(0), 50); };
  process.once('SIGTERM', () => stop('stops'));
  process.once('disconnect', () => stop('lost its parent'));
  process.on('SIGINT', () => note('is interrupted'));
  setInterval(() => {}, 1000);
  ${extra}
  note('starts');
  process.send({ type: 'ready' });`;

const FAKES: Record<ServiceName, string> = {
  migrate: `
    import { appendFileSync, writeFileSync } from 'node:fs';
    appendFileSync(process.cwd() + '/events', 'migrate runs\\n');
    writeFileSync(process.cwd() + '/migrate.env', JSON.stringify(process.env));`,
  api: service('api'),
  worker: service('worker'),
  'admin-web': service('admin-web'),
  'public-web': service('public-web'),
};

/** The real start script, which is plain JavaScript. It loads the fake. */
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
  /** Waits for a text in the output. @throws when the process ends first */
  prints(text: string): Promise<void>;
  ended: Promise<number | string>;
  events(): string[];
  pidOf(name: string): number;
  envOf(name: string): Record<string, string>;
}

const roots: string[] = [];
const children: ChildProcess[] = [];

/** Creates a repository of fake services; `scripts` replaces some of them. */
export function makeRoot(scripts: Partial<Record<ServiceName, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'site-'));
  roots.push(root);
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  for (const [name, path] of Object.entries(SCRIPTS)) {
    const code = scripts[name as ServiceName] ?? FAKES[name as ServiceName];
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path.endsWith('.cjs') ? startOf(path) : code);
    if (path.endsWith('.cjs')) writeFileSync(join(root, dirname(path), 'main.js'), code);
  }
  return root;
}

export const withExtra = (name: ServiceName, extra: string) => ({ [name]: service(name, extra) });

/** Runs the supervisor on fake services, in its own process. */
export async function startFakeSite(
  root = makeRoot(),
  env: Record<string, string> = {},
  { through }: { through?: 'npm' } = {},
): Promise<FakeSite> {
  const port = Number(env.PORT ?? (await freePort()));
  const script = `
    import { runSite } from '${BUNDLE}';
    const step = async (title, action) => { console.log('step ' + title); return action(() => {}); };
    process.exitCode = await runSite({ step, root: '${root}' });
    process.exit();`;
  const node = ['--input-type=module', '-e', script];
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
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece) => (text += piece));
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  return {
    root,
    port,
    process: child,
    output: () => text,
    async prints(expected) {
      const wait = { intervalMs: 10 };
      await waitUntil(() => text.includes(expected) || child.exitCode !== null, wait).catch(() => undefined);
      if (!text.includes(expected)) throw new Error(`did not print "${expected}" but: ${text}`);
    },
    ended: once(child, 'close').then(([status, signal]) => (status ?? signal) as number | string),
    events: () => (existsSync(join(root, 'events')) ? read('events').trim().split('\n') : []),
    pidOf: (name) => Number(read(`${name}.pid`)),
    envOf: (name) => JSON.parse(read(`${name}.env`)) as Record<string, string>,
  };
}

/** Waits until every service of the site has ended. */
export async function untilAllGone({ root }: { root: string }): Promise<void> {
  const pids = readdirSync(root)
    .filter((name) => name.endsWith('.pid'))
    .map((name) => Number(readFileSync(join(root, name), 'utf8')));
  await waitUntil(() => pids.every((pid) => processIdentity(pid) === undefined), { timeoutMs: 20_000, intervalMs: 20 });
}

export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const root of roots.splice(0)) {
    await untilAllGone({ root });
    rmSync(root, { recursive: true, maxRetries: 5 });
  }
}
