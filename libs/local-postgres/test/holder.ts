import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processIdentity } from '@portfolio/lifecycle';
import pg from 'pg';

const loader = fileURLToPath(new URL('../../../tools/run-typescript.mjs', import.meta.url));
const source = new URL('../src/start-local-postgres.ts', import.meta.url).href;

/** Another process that holds a lease. */
export interface Holder {
  process: ChildProcess;
  /** Address of the database, or the error message. */
  url: string;
}

const folders: string[] = [];
const holders: ChildProcess[] = [];

/** Folder for a cluster; `cleanUp` deletes it. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-postgres-'));
  folders.push(folder);
  return join(folder, 'cluster');
}

/** Starts or joins the server in another process, until its stdin closes or it is killed. */
export async function startHolder(dataDir: string, { path = process.env.PATH } = {}): Promise<Holder> {
  const script = `
    import { startLocalPostgres } from '${source}';
    try {
      const server = await startLocalPostgres({ dataDir: '${dataDir}' });
      console.log(server.url);
      process.stdin.resume().on('end', () => server.stop().then(() => process.exit(0)));
    } catch (error) {
      console.log(error.name + ': ' + error.message);
    }`;
  const child = spawn(
    process.execPath,
    ['--conditions=@portfolio/source', '--import', loader, '--input-type=module', '-e', script],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: path }, cwd: fileURLToPath(new URL('..', import.meta.url)) },
  );
  holders.push(child);
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { process: child, url: line.trim() };
}

export async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

export const postmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);

export const supervisorPid = (dataDir: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'supervisor.json'), 'utf8')) as { pid: number }).pid;

export async function untilGone(pid: number): Promise<void> {
  for (const end = Date.now() + 40_000; processIdentity(pid) !== undefined; await wait(20)) {
    if (Date.now() > end) throw new Error(`process ${pid} still runs`);
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Ends the processes of a test, and waits for their servers. */
export async function cleanUp(): Promise<void> {
  for (const child of holders.splice(0)) if (child.exitCode === null && child.signalCode === null) await kill(child);
  for (const folder of folders.splice(0)) {
    try {
      await untilGone(postmasterPid(join(folder, 'cluster')));
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}
