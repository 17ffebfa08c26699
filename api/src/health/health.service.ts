import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { JobQueue } from '@portfolio/jobs';
import { STORAGE, type Storage } from '@portfolio/storage';
import { DataSource } from 'typeorm';

const PARTS = ['database', 'queue', 'worker', 'storage'] as const;

/** Which part answers. */
export interface HealthView {
  status: 'ok' | 'unavailable';
  parts: Record<(typeof PARTS)[number], 'up' | 'down'>;
}

/** Milliseconds that a part has to answer. */
const PATIENCE = 3_000;
/** Milliseconds for which an answer stands: asking is free for anybody, and each check writes a file. */
const FRESH = 1_000;

@Injectable()
export class HealthService {
  private readonly logger = new Logger('health');
  private latest: { at: number; health: Promise<HealthView> } | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: JobQueue,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** How it is now, or was a moment ago. */
  check(): Promise<HealthView> {
    if (!this.latest || Date.now() - this.latest.at > FRESH) this.latest = { at: Date.now(), health: this.look() };
    return this.latest.health;
  }

  private async look(): Promise<HealthView> {
    const checks: Record<(typeof PARTS)[number], () => Promise<unknown>> = {
      database: () => this.database.query('select 1'),
      queue: () => this.jobs.check(),
      worker: () => this.jobs.checkWorkers(),
      storage: () => this.storage.check(),
    };
    const answers = await Promise.all(
      PARTS.map(async (part) => [part, await this.answers(part, checks[part])] as const),
    );
    return {
      status: answers.every(([, answer]) => answer === 'up') ? 'ok' : 'unavailable',
      parts: Object.fromEntries(answers) as HealthView['parts'],
    };
  }

  private async answers(part: string, check: () => Promise<unknown>): Promise<'up' | 'down'> {
    let patience: NodeJS.Timeout | undefined;
    const late = new Promise((_, reject) => {
      patience = setTimeout(() => reject(new Error('no answer in time')), PATIENCE);
    });
    try {
      await Promise.race([check(), late]);
      return 'up';
    } catch (error) {
      this.logger.warn(`${part}: ${String(error)}`);
      return 'down';
    } finally {
      clearTimeout(patience);
    }
  }
}
