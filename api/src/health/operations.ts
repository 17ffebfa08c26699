import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { JobQueue } from '@portfolio/jobs';
import {
  HttpMetrics,
  measureDependencies,
  measurePool,
  measureQueue,
  openRegistry,
  startOperationsServer,
  startTracing,
  type OperationsServer,
} from '@portfolio/telemetry';
import { DataSource } from 'typeorm';
import { ApiEnv } from '../env.ts';
import { HealthService } from './health.service.ts';

/** Metrics and health on their own port, and traces, each where configured. */
@Injectable()
export class Operations implements OnModuleInit, OnApplicationShutdown {
  readonly http: HttpMetrics | undefined;
  private readonly registry;
  private server: OperationsServer | undefined;
  private endTracing: (() => Promise<void>) | undefined;

  constructor(
    private readonly env: ApiEnv,
    private readonly health: HealthService,
    @InjectDataSource() database: DataSource,
    jobs: JobQueue,
  ) {
    if (env.METRICS_PORT === undefined) return;
    this.registry = openRegistry();
    this.http = new HttpMetrics(this.registry);
    measurePool(this.registry, database);
    measureQueue(this.registry, jobs);
    measureDependencies(this.registry, async () => (await health.check()).parts);
  }

  get url(): string | undefined {
    return this.server?.url;
  }

  async onModuleInit(): Promise<void> {
    this.endTracing = await startTracing('api', this.env.OTEL_EXPORTER_OTLP_ENDPOINT);
    if (!this.registry) return;
    this.server = await startOperationsServer(this.env, { registry: this.registry, ready: () => this.health.ready() });
    if (this.server) new Logger('operations').log(`metrics and health at ${this.server.url}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server?.stop();
    await this.endTracing?.();
  }
}
