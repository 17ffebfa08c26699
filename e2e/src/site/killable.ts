import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLocalPostgres, type LocalPostgres } from '@portfolio/local-postgres';
import pg from 'pg';
import { ChangingAddress } from './changing-address.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A process of ours, as it is built, to be killed at any moment and started again. */
export class KillableProgram {
  private child: ChildProcess | undefined;
  private errors = '';

  /** @param script from the root of the repository, or wherever else it is */
  constructor(
    private readonly name: string,
    private readonly script: string,
    private readonly env: Record<string, string>,
  ) {}

  /** Of the process that runs now. */
  get pid(): number {
    if (!this.child?.pid) throw new Error(`${this.name} does not run`);
    return this.child.pid;
  }

  /** For what does one thing and ends. */
  async run(): Promise<void> {
    const child = this.fork();
    const [status] = (await once(child, 'exit')) as [number | null];
    if (status !== 0) throw new Error(`${this.name} failed: ${this.errors}`);
  }

  async start(): Promise<void> {
    const child = this.fork();
    this.child = child;
    const ended = once(child, 'exit').then(() => ({ type: 'failed', reason: `it ended: ${this.errors}` }));
    const told = once(child, 'message').then(([message]) => message as { type: string; reason?: string });
    const { type, reason } = await Promise.race([told, ended]);
    if (type !== 'ready') throw new Error(`${this.name} does not start: ${reason}`);
  }

  private fork(): ChildProcess {
    const child = fork(resolve(ROOT, this.script), [], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'fatal', ...this.env },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.on('data', (data: Buffer) => (this.errors += data.toString()));
    return child;
  }

  /** Throws where it has ended although nobody killed it: nothing that befalls the others is to bring it down. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    if (this.child) await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${this.name} has ended by itself: ${this.errors}`);
    }
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
}

/** The PostgreSQL that npm brings, with an address that stays when it is killed and started again. */
export class KillableDatabase {
  private postgres: LocalPostgres | undefined;

  private constructor(
    private readonly dataDir: string,
    private readonly address: ChangingAddress,
  ) {}

  static async start(dataDir: string): Promise<KillableDatabase> {
    const database = new KillableDatabase(dataDir, await ChangingAddress.open());
    await database.start();
    return database;
  }

  /** Of the address that stays. */
  get url(): string {
    const url = new URL(this.running.url);
    url.port = String(this.address.port);
    return url.href;
  }

  async start(): Promise<void> {
    this.postgres = await startLocalPostgres({ dataDir: this.dataDir });
    this.address.target = this.postgres.port;
  }

  /** The server itself: what it has not written by then, it has not kept. */
  async kill(): Promise<void> {
    const { running } = this;
    const [{ postmaster }] = (await this.query(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as postmaster`,
    )) as [{ postmaster: number }];
    process.kill(postmaster, 'SIGKILL');
    this.address.target = undefined;
    await running.lost;
  }

  /** One of the server's processes, after which the server ends every connection and recovers by itself. */
  async killConnection(): Promise<void> {
    const [{ pid }] = (await this.query(
      `select pid from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() order by state = 'active' desc limit 1`,
    )) as [{ pid: number }];
    process.kill(pid, 'SIGKILL');
  }

  async stop(): Promise<void> {
    await this.postgres?.stop();
    this.address.close();
  }

  async query(sql: string): Promise<unknown[]> {
    const client = new pg.Client(this.running.url);
    // It is about to lose its server.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows as unknown[];
    } finally {
      await client.end();
    }
  }

  private get running(): LocalPostgres {
    if (!this.postgres) throw new Error('The database was not started');
    return this.postgres;
  }
}
