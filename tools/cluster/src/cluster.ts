import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, launchProcess, SupervisedProcess, type RunningProcess } from '@portfolio/lifecycle/supervisor';
import { ROOT } from '@portfolio/testing/repository';
import { duration, readCompose, type ComposeService } from './services/compose-file.ts';
import { launchGateway, type GatewayPorts } from './services/gateway.ts';
import { launchPostgres, launchRedis, launchS3, S3_ACCOUNT } from './services/servers.ts';
import {
  SERVICES,
  servicePlan,
  type ServiceContext,
  type ServiceName,
  type ServicePlan,
} from './services/service-plans.ts';

/** Servers with one instance each. */
type ServerName = 'postgres' | 'redis' | 's3' | 'gateway';

export interface ClusterOptions {
  /** Absolute path of the folder of all data, created if missing. */
  dataDir: string;
  /** Instances of each service, like `--scale`; one by default. */
  replicas?: Partial<Record<ServiceName, number>>;
  /** Files in a folder instead of S3. */
  disk: boolean;
  /** Settings of all services, like an operator's `.env`. */
  env?: Record<string, string>;
}

/** One process of the cluster. It is restarted like `restart: unless-stopped`, on the same port. */
export class ClusterProcess extends SupervisedProcess {
  /** @param title such as `api-2` */
  constructor(
    readonly name: ServiceName | ServerName,
    readonly title: string,
    service: ComposeService | undefined,
    launch: () => RunningProcess | Promise<RunningProcess>,
    /** Of a service; metrics and health are those of METRICS_PORT. */
    readonly addresses: Partial<Pick<ServicePlan, 'port' | 'metricsUrl'>> = {},
  ) {
    super({ name: title, launch, stopTimeoutMs: duration(service?.stop_grace_period ?? '10s'), maxPauseMs: 60_000 });
  }
}

/** Starts a cluster, runs an action with it, and stops it. */
export async function withCluster<T>(options: ClusterOptions, action: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = new Cluster(options, await freePort());
  try {
    await cluster.start();
    return await action(cluster);
  } finally {
    await cluster.stop();
  }
}

/** Services of docker-compose.yml on this machine without containers: see docs/operations.md. */
export class Cluster {
  /** First administrator. */
  readonly account = { email: 'artist@example.com', password: 'kelp lantern over slack water' };
  /** Address of the gateway. */
  readonly url: string;
  private readonly dataDir: string;
  private readonly all: ClusterProcess[] = [];

  constructor(
    private readonly options: ClusterOptions,
    private readonly port: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = options.dataDir;
  }

  /** All processes, or those of one service in order. */
  processes(name?: ServiceName | ServerName): ClusterProcess[] {
    return this.all.filter((one) => name === undefined || one.name === name);
  }

  /** Starts all processes and waits until they are ready. @throws StartError */
  async start(): Promise<void> {
    const { disk, replicas = {}, env: settings = {} } = this.options;
    for (const folder of ['logs', 'files', 'uploads']) mkdirSync(join(this.dataDir, folder), { recursive: true });
    const ports = { postgres: await freePort(), redis: await freePort(), s3: await freePort() };
    const gateway: GatewayPorts = { public: this.port, internal: await freePort(), upstreams: {} };
    const services = readCompose(read('docker-compose.yml'), this.composeVariables(ports.s3));
    const add = (name: ServerName, launch: () => RunningProcess | Promise<RunningProcess>) =>
      this.all.push(new ClusterProcess(name, `${name}-1`, services[name], launch));
    const context = (name: 'postgres' | 'redis' | 's3') => ({
      folder: join(this.dataDir, name),
      port: ports[name],
      logFile: this.log(name),
    });

    let databaseUrl = '';
    add('postgres', async () => {
      const postgres = await launchPostgres(context('postgres'));
      databaseUrl = postgres.url;
      return postgres;
    });
    add('redis', () => launchRedis(services.redis?.command ?? [], context('redis')));
    if (!disk) add('s3', () => launchS3(context('s3')));
    await Promise.all(this.all.map((server) => server.start()));

    const addresses = { dataDir: this.dataDir, databaseUrl, ports, internal: gateway.internal };
    const shared: ServiceContext = { ...addresses, dockerfile: read('Dockerfile'), settings };
    const planOf = (name: ServiceName | 'migrate', index: number, log: string) =>
      servicePlan(name, index, services[name]!, shared, this.log(log));
    await launchProcess({ ...(await planOf('migrate', 0, 'migrate')), startTimeoutMs: 0 }).finished();

    for (const name of SERVICES) {
      for (let index = 0; index < (replicas[name] ?? 1); index += 1) {
        const plan = await planOf(name, index, `${name}-${index + 1}`);
        if (plan.port !== undefined) (gateway.upstreams[name] ??= []).push(plan.port);
        this.all.push(new ClusterProcess(name, plan.name, services[name], () => launchProcess(plan), plan));
      }
    }
    await Promise.all(SERVICES.flatMap((name) => this.processes(name)).map((service) => service.start()));
    add('gateway', () =>
      launchGateway(gateway, {
        ...{ folder: join(this.dataDir, 'gateway'), logFile: this.log('gateway') },
        environment: { ...services.gateway?.environment, ...settings },
      }),
    );
    await this.processes('gateway')[0]!.start();
  }

  /** Stops all processes, clients before servers. */
  async stop(): Promise<void> {
    const stop = (...names: (ServiceName | ServerName)[]) =>
      Promise.all(names.flatMap((name) => this.processes(name)).map((one) => one.stop()));
    await stop('gateway');
    await stop(...SERVICES);
    await stop('postgres', 'redis', 's3');
  }

  /** Variables of the compose file, like an operator's `.env`. */
  private composeVariables(s3Port: number): Record<string, string> {
    const s3 = {
      STORAGE_DIR: '',
      S3_BUCKET: S3_ACCOUNT.bucket,
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
      ...(this.options.disk ? {} : s3),
      ...this.options.env,
    };
  }

  private log(name: string): string {
    return join(this.dataDir, 'logs', `${name}.log`);
  }
}

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
