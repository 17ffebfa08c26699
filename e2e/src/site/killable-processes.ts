import { resolve } from 'node:path';
import { freePort, launchProcess, stopProcess, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { startLocalPostgres, type LocalPostgres } from '@portfolio/local-postgres';
import { ROOT } from '@portfolio/testing/repository';
import pg from 'pg';

/** A built service that tests kill and start again. */
export class KillableService {
  private running: LaunchedProcess | undefined;

  /** @param script from the root of the repository, or absolute */
  constructor(
    private readonly name: string,
    private readonly script: string,
    private readonly env: Record<string, string>,
  ) {}

  get pid(): number {
    if (!this.running) throw new Error(`${this.name} does not run`);
    return this.running.pid;
  }

  /** Runs a program that ends by itself. */
  async run(): Promise<void> {
    await this.launch().finished();
  }

  async start(): Promise<void> {
    this.running = this.launch();
    await this.running.ready;
  }

  /** Sends SIGKILL. @throws when the process has ended by itself */
  async kill(): Promise<void> {
    const running = this.takeRunning();
    running.kill();
    await running.ended;
  }

  async stop(): Promise<void> {
    if (this.running) await stopProcess(this.takeRunning());
  }

  private launch(): LaunchedProcess {
    return launchProcess({
      name: this.name,
      command: process.execPath,
      args: [resolve(ROOT, this.script)],
      env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'fatal', ...this.env },
    });
  }

  private takeRunning(): LaunchedProcess {
    const { running } = this;
    this.running = undefined;
    if (!running || running.child.exitCode !== null || running.child.signalCode !== null) {
      throw new Error(`${this.name} has ended by itself: ${running?.output()}`);
    }
    return running;
  }
}

/** The embedded PostgreSQL on a fixed port. */
export class KillableDatabase {
  private constructor(
    private readonly options: { dataDir: string; port: number },
    private postgres: LocalPostgres,
  ) {}

  static async start(dataDir: string): Promise<KillableDatabase> {
    const options = { dataDir, port: await freePort() };
    return new KillableDatabase(options, await startLocalPostgres(options));
  }

  get url(): string {
    return this.postgres.url;
  }

  async start(): Promise<void> {
    this.postgres = await startLocalPostgres(this.options);
  }

  /** Sends SIGKILL to the postmaster. */
  async kill(): Promise<void> {
    await this.killProcess(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`);
    await this.postgres.lost;
  }

  /** Kills a backend process, after which the server ends all connections and recovers. */
  killConnection(): Promise<void> {
    return this.killProcess(
      `select pid from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() order by state = 'active' desc limit 1`,
    );
  }

  stop(): Promise<void> {
    return this.postgres.stop();
  }

  async query(sql: string): Promise<unknown[]> {
    const client = new pg.Client(this.url);
    // The server may be killed during the query.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows as unknown[];
    } finally {
      await client.end();
    }
  }

  private async killProcess(selectPid: string): Promise<void> {
    const [{ pid }] = (await this.query(selectPid)) as [{ pid: number }];
    process.kill(pid, 'SIGKILL');
  }
}
