import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { JobQueue } from '@portfolio/jobs';
import { Readiness } from '@portfolio/lifecycle';
import { STORAGE, type Storage } from '@portfolio/storage';
import { DependencyChecks, type DependencyStatus } from '@portfolio/telemetry';
import { DataSource } from 'typeorm';

type Part = 'database' | 'queue' | 'worker' | 'storage';

/** What every request may need. Without a worker visitors see all there is, and what is uploaded waits. */
const NEEDED: Part[] = ['database', 'queue', 'storage'];

/** Which part answers. */
export interface HealthView {
  status: 'ok' | 'unavailable';
  parts: Record<Part, DependencyStatus>;
}

/** Whether this process is to be given requests. */
export interface ReadinessView {
  status: 'ready' | 'draining' | 'unavailable';
  parts: Record<Part, DependencyStatus>;
}

@Injectable()
export class HealthService {
  private readonly logger = new Logger('health');
  private readonly parts: DependencyChecks<Part>;

  constructor(
    @InjectDataSource() database: DataSource,
    jobs: JobQueue,
    @Inject(STORAGE) storage: Storage,
    private readonly readiness: Readiness,
  ) {
    this.parts = new DependencyChecks(
      {
        database: () => database.query('select 1'),
        queue: () => jobs.check(),
        worker: () => jobs.checkWorkers(),
        storage: () => storage.check(),
      },
      { onFault: (part, error) => this.logger.warn(`${part}: ${String(error)}`) },
    );
  }

  /** The site as a whole: how it is now, or was a moment ago. */
  async check(): Promise<HealthView> {
    const parts = await this.parts.check();
    const isWell = Object.values(parts).every((answer) => answer === 'up');
    return { status: isWell ? 'ok' : 'unavailable', parts };
  }

  /** This process, as whoever hands out requests should know it. */
  async ready(): Promise<ReadinessView> {
    const parts = await this.parts.check();
    if (this.readiness.isDraining) return { status: 'draining', parts };
    return { status: NEEDED.every((part) => parts[part] === 'up') ? 'ready' : 'unavailable', parts };
  }
}
