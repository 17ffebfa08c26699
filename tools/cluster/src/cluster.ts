import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { duration, readCompose, type ComposeService } from './services/compose-file.ts';
import { launchGateway, type GatewayPorts } from './services/gateway.ts';
import { Member, type Launched } from './services/member.ts';
import { PARTS, partProgram, type PartName, type Places } from './services/parts.ts';
import { freePort } from './services/ports.ts';
import { launch, runOnce } from './services/program.ts';
import { launchPostgres, launchRedis, launchS3, S3_ACCOUNT, S3_BUCKET } from './services/servers.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** One of each by themselves: what keeps the data, and the gateway. */
export type ServerName = 'postgres' | 'redis' | 's3' | 'gateway';

export interface ClusterOptions {
  /** Everything the cluster keeps; made where it is not. */
  dataDir: string;
  /** How many of each, as `--scale` says it; one unless told. */
  replicas?: Partial<Record<PartName, number>>;
  storage?: 's3' | 'disk';
  /** Variables of the compose file and settings of every part, as the `.env` of an operator. */
  env?: Record<string, string>;
  /** Of the gateway; a free one unless told. */
  port?: number;
}

/** The services of docker-compose.yml on this machine, without containers: see docs/operations.md. */
export class Cluster {
  /** The first administrator, who exists as soon as an api runs. */
  readonly account = { email: 'artist@example.com', password: 'kelp lantern over slack water' };
  /** What the api is told, for a command that is run beside it once. */
  environment: Record<string, string> = {};
  private readonly all: Member[] = [];
  private pool: pg.Pool | undefined;

  private constructor(
    /** Of the gateway. */
    readonly url: string,
    readonly dataDir: string,
    private readonly options: ClusterOptions,
  ) {}

  /** Starts everything and waits until it can be used. @throws with one sentence and the last words of what failed */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const dataDir = resolve(options.dataDir);
    for (const folder of ['', 'logs', 'files', 'uploads']) mkdirSync(join(dataDir, folder), { recursive: true });
    // Where PostgreSQL has to run as a lesser user than root, that user has to reach its folder.
    chmodSync(dataDir, 0o755);
    const port = options.port ?? (await freePort());
    const cluster = new Cluster(`http://127.0.0.1:${port}`, dataDir, options);
    try {
      await cluster.bringUp(port);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** All of a service, in order. */
  members(name: PartName | ServerName): Member[] {
    return this.all.filter((member) => member.name === name);
  }

  /** @throws where the cluster has no such member */
  member(name: PartName | ServerName, index = 0): Member {
    const member = this.members(name)[index];
    if (!member) throw new Error(`The cluster has no ${name} ${index + 1}`);
    return member;
  }

  /** Everybody. */
  everybody(): readonly Member[] {
    return this.all;
  }

  /** Asks the database itself; rejects while it is away. */
  async sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    if (!this.pool) throw new Error('The database was not started');
    return (await this.pool.query<Row>(text, values)).rows;
  }

  /** Stops everything it started, those first who need the others. */
  async stop(): Promise<void> {
    const stop = (...names: (PartName | ServerName)[]) =>
      Promise.all(names.flatMap((name) => this.members(name)).map((member) => member.stop()));
    await stop('gateway');
    await stop(...PARTS);
    await this.pool?.end();
    this.pool = undefined;
    await stop('postgres', 'redis', 's3');
  }

  private async bringUp(port: number): Promise<void> {
    const { storage = 'disk', replicas = {} } = this.options;
    const ports: Record<ServerName, number> = {
      postgres: await freePort(),
      redis: await freePort(),
      s3: await freePort(),
      gateway: port,
    };
    const gateway: GatewayPorts = { public: port, internal: await freePort(), upstreams: {} };
    const settings = this.settings(storage, ports.s3);
    const services = readCompose(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), settings);

    let databaseUrl = '';
    const postgres = this.add('postgres', ports.postgres, services, async () => {
      const launched = await launchPostgres(this.place('postgres', ports.postgres));
      databaseUrl = launched.url;
      return launched;
    });
    const redis = this.add('redis', ports.redis, services, () =>
      launchRedis(services.redis?.command ?? [], this.place('redis', ports.redis)),
    );
    const store =
      storage === 's3' ? [this.add('s3', ports.s3, services, () => launchS3(this.place('s3', ports.s3)))] : [];
    await Promise.all([postgres, redis, ...store].map((member) => member.start()));
    this.pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    // It is about to lose its server, time and again.
    this.pool.on('error', () => undefined);

    const places: Places = { root: ROOT, dataDir: this.dataDir, databaseUrl, ports, internal: gateway.internal };
    const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    const own = this.options.env ?? {};
    await runOnce(
      await partProgram('migrate', 0, services.migrate!, { places, dockerfile, own, logFile: this.log('migrate') }),
    );

    for (const name of PARTS) {
      for (let index = 0; index < (replicas[name] ?? 1); index += 1) {
        const logFile = this.log(`${name}-${index + 1}`);
        const plan = await partProgram(name, index, services[name]!, { places, dockerfile, own, logFile });
        if (name === 'api') this.environment = plan.env;
        if (plan.port !== undefined) (gateway.upstreams[name] ??= []).push(plan.port);
        this.all.push(
          new Member({
            ...{ name, index, logFile, metricsUrl: plan.metricsUrl, stopWithin: graceOf(services[name]) },
            ...(plan.port === undefined ? {} : { port: plan.port }),
            launch: () => launch(plan),
          }),
        );
      }
    }
    this.add('gateway', port, services, () =>
      launchGateway(gateway, {
        ...{ root: ROOT, folder: join(this.dataDir, 'gateway'), logFile: this.log('gateway') },
        environment: { ...services.gateway?.environment, ...own },
      }),
    );
    await Promise.all(PARTS.flatMap((name) => this.members(name)).map((member) => member.start()));
    await this.member('gateway').start();
  }

  /** What an operator has in `.env`. */
  private settings(storage: 's3' | 'disk', s3Port: number): Record<string, string> {
    const s3 = {
      STORAGE_DIR: '',
      S3_BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
      S3_ACCESS_KEY_ID: S3_ACCOUNT.key,
      S3_SECRET_ACCESS_KEY: S3_ACCOUNT.secret,
    };
    return {
      POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
      JWT_SECRET: randomBytes(48).toString('hex'),
      ADMIN_EMAIL: this.account.email,
      ADMIN_PASSWORD: this.account.password,
      PUBLIC_URL: this.url,
      ...(storage === 's3' ? s3 : {}),
      ...this.options.env,
    };
  }

  private add(
    name: ServerName,
    port: number,
    services: Record<string, ComposeService>,
    start: () => Launched | Promise<Launched>,
  ): Member {
    const stopWithin = graceOf(services[name]);
    const member = new Member({ name, index: 0, port, logFile: this.log(name), stopWithin, launch: start });
    this.all.push(member);
    return member;
  }

  private place(name: ServerName, port: number) {
    return { folder: join(this.dataDir, name), port, logFile: this.log(name) };
  }

  private log(name: string): string {
    return join(this.dataDir, 'logs', `${name}.log`);
  }
}

/** Docker's own default is 10 seconds. */
const graceOf = (service: ComposeService | undefined) => duration(service?.stop_grace_period ?? '10s');
