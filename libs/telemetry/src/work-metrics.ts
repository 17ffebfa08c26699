import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The queue, as far as it is measured. */
export interface MeasuredQueue {
  /** Jobs by state. */
  counts(): Promise<Record<string, number>>;
  /** Milliseconds for which the job has waited that waits the longest; undefined where none does. */
  oldestWaiting(): Promise<number | undefined>;
}

/** Asks the queue when somebody asks for the metrics, and not in between. A queue that is away leaves no sample. */
export function measureQueue(registry: Registry, queue: MeasuredQueue): void {
  new Gauge({
    name: 'portfolio_queue_jobs',
    help: 'Jobs in the queue by state; every process that tells it sees the same queue',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await queue.counts().catch(() => ({}));
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
  const oldest: Gauge = new Gauge({
    name: 'portfolio_queue_oldest_waiting_seconds',
    help: 'How long the job has waited that waits the longest; 0 where none does',
    registers: [registry],
    async collect() {
      const waited = await queue.oldestWaiting().catch(() => Number.NaN);
      oldest.set((waited ?? 0) / 1000);
    },
  });
}

/** A pool of connections, as `pg` has it. */
export interface MeasuredPool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

export function measurePool(registry: Registry, pool: () => MeasuredPool | undefined): void {
  new Gauge({
    name: 'portfolio_database_pool',
    help: 'Connections to the database by state (used, idle), and those who wait for one (waiting)',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool() ?? {};
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
}

/** Which of what a process depends on answers, asked when somebody asks for the metrics. */
export function measureDependencies(registry: Registry, check: () => Promise<Record<string, 'up' | 'down'>>): void {
  new Gauge({
    name: 'portfolio_dependency_up',
    help: '1 for what answers of that which this process depends on, else 0',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      for (const [dependency, answer] of Object.entries(await check()))
        this.set({ dependency }, answer === 'up' ? 1 : 0);
    },
  });
}

/** Jobs that a worker has done, by name and what came of them. */
export class JobMetrics {
  private readonly jobs: Counter<'name' | 'outcome'>;
  private readonly duration: Histogram<'name'>;

  constructor(registry: Registry) {
    this.jobs = new Counter({
      name: 'portfolio_jobs_total',
      help: 'Runs of jobs by name and outcome: completed, failed, to be tried again, or handed back by a stopping worker',
      labelNames: ['name', 'outcome'],
      registers: [registry],
    });
    this.duration = new Histogram({
      name: 'portfolio_job_duration_seconds',
      help: 'How long a run of a job took, whatever came of it',
      labelNames: ['name'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers: [registry],
    });
  }

  /** @param outcome one of few, such as `JobRunOutcome` of @portfolio/jobs: each is a series of its own */
  observe(name: string, outcome: string, seconds: number): void {
    this.jobs.inc({ name, outcome });
    this.duration.observe({ name }, seconds);
  }
}
