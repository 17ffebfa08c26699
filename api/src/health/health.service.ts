import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { HealthView } from '@portfolio/contracts';
import { JobQueue } from '@portfolio/jobs';
import { Readiness } from '@portfolio/lifecycle';
import { STORAGE, type Storage } from '@portfolio/storage';
import { DependencyChecks } from '@portfolio/telemetry';
import { DataSource } from 'typeorm';

type Part = keyof HealthView['parts'];

/** Parts that `ready` needs. Without a worker uploads wait. */
const NEEDED: Part[] = ['database', 'queue', 'storage'];

/** Readiness for starts and updates. Kubernetes routes by `/live`: visitors need no queue. */
export interface ReadinessView {
  status: 'ready' | 'draining' | 'unavailable';
  parts: HealthView['parts'];
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
      (part, reason) => this.logger.warn(`${part}: ${reason}`),
    );
  }

  async check(): Promise<HealthView> {
    const parts = await this.parts.check();
    const isUp = Object.values(parts).every((state) => state === 'up');
    return { status: isUp ? 'ok' : 'unavailable', parts };
  }

  async ready(): Promise<ReadinessView> {
    const parts = await this.parts.check();
    if (this.readiness.isDraining) return { status: 'draining', parts };
    return { status: NEEDED.every((part) => parts[part] === 'up') ? 'ready' : 'unavailable', parts };
  }
}
