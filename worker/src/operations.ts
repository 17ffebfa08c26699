import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { JobQueue } from '@portfolio/jobs';
import { STORAGE, type Storage } from '@portfolio/storage';
import {
  DependencyChecks,
  JobMetrics,
  measureDependencies,
  measurePool,
  measureQueue,
  startOperationsServer,
  startTracing,
  type OperationsServer,
  type ReadyView,
  type Registry,
} from '@portfolio/telemetry';
import { DataSource } from 'typeorm';
import { WorkerEnv } from './env.ts';

/** Injection token of the metrics registry; undefined where metrics are off. */
export const REGISTRY = Symbol('registry');

/** Metrics and health on a port of their own, and traces, each where configured. */
@Injectable()
export class Operations implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Undefined where metrics are off. */
  readonly jobs: JobMetrics | undefined;
  /** Whether the process takes jobs; set by startWorker. */
  takesJobs: (() => boolean) | undefined;
  private isDraining = false;
  private readonly parts;
  private server: OperationsServer | undefined;
  private endTracing: (() => Promise<void>) | undefined;

  constructor(
    private readonly env: WorkerEnv,
    @Inject(REGISTRY) private readonly registry: Registry | undefined,
    database: DataSource,
    queue: JobQueue,
    @Inject(STORAGE) storage: Storage,
  ) {
    const logger = new Logger('health');
    this.parts = new DependencyChecks(
      { database: () => database.query('select 1'), queue: () => queue.check(), storage: () => storage.check() },
      (part, reason) => logger.warn(`${part}: ${reason}`),
    );
    if (!registry) return;
    this.jobs = new JobMetrics(registry);
    measurePool(registry, database);
    measureQueue(registry, queue);
    measureDependencies(registry, () => this.parts.check());
  }

  /** Address of metrics and health. */
  get url(): string | undefined {
    return this.server?.url;
  }

  async onApplicationBootstrap(): Promise<void> {
    this.endTracing = await startTracing('worker', this.env.OTEL_EXPORTER_OTLP_ENDPOINT);
    if (!this.registry) return;
    this.server = await startOperationsServer(this.env, {
      registry: this.registry,
      isLive: () => this.takesJobs?.() ?? true,
      ready: () => this.ready(),
    });
    if (this.server) new Logger('operations').log(`metrics and health at ${this.server.url}`);
  }

  /** Reports `draining` from now on. */
  drain(): void {
    this.isDraining = true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server?.stop();
    await this.endTracing?.();
  }

  private async ready(): Promise<ReadyView> {
    const parts = await this.parts.check();
    if (this.isDraining) return { status: 'draining', parts };
    const isReady = this.takesJobs?.() === true && Object.values(parts).every((part) => part === 'up');
    return { status: isReady ? 'ready' : 'unavailable', parts };
  }
}
