import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DependencyStatus } from './dependency-checks.ts';

/** Milliseconds between two measurements of the event loop's delay. */
const EVENT_LOOP_PRECISION = 20;

/** Metrics of one process, with Node's defaults: memory, CPU, event loop, garbage collection. */
export function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION });
  return registry;
}

/** Seconds: from a cached page to an upload over a slow connection. */
const HTTP_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Limits the label's values. Routes are patterns in the code, so only a bug could add more. */
const MAX_ROUTES = 300;

/** Label for values outside of a fixed set. */
const OTHER = 'other';

export interface ServedRequest {
  method: string;
  /** Pattern of the route, such as `/api/photos/:id`; undefined for unknown routes. */
  route: string | undefined;
  /** Of the response so far where it was aborted: 200 before its head. */
  status: number;
  /** The connection closed before the end of the response. */
  aborted?: boolean;
}

export class HttpMetrics {
  private readonly duration: Histogram<'method' | 'route' | 'status'>;
  private readonly routes = new Set<string>();

  constructor(registry: Registry) {
    this.duration = new Histogram({
      name: 'portfolio_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its response, by route, without event streams',
      labelNames: ['method', 'route', 'status'],
      buckets: HTTP_BUCKETS,
      registers: [registry],
    });
  }

  observe({ method, route, status }: ServedRequest, seconds: number): void {
    const labels = {
      method: METHODS.has(method) ? method : OTHER,
      route: this.routeLabel(route),
      status: status >= 100 && status < 600 ? status : OTHER,
    };
    this.duration.observe(labels, seconds);
  }

  private routeLabel(route: string | undefined): string {
    if (route === undefined) return OTHER;
    if (this.routes.has(route)) return route;
    if (this.routes.size >= MAX_ROUTES) return OTHER;
    this.routes.add(route);
    return route;
  }
}

interface MeasuredQueue {
  /** Jobs by state. */
  counts(): Promise<Record<string, number>>;
  /** Milliseconds since the oldest waiting job was due; undefined without one. */
  oldestWaiting(): Promise<number | undefined>;
}

/** Reads the queue at each scrape. An unavailable queue has no sample of its jobs, and NaN as the age. */
export function measureQueue(registry: Registry, queue: MeasuredQueue): void {
  new Gauge({
    name: 'portfolio_queue_jobs',
    help: 'Jobs in the queue by state; every process reports the same queue',
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
    help: 'Age of the oldest waiting job; 0 without one',
    registers: [registry],
    async collect() {
      const waited = await queue.oldestWaiting().catch(() => Number.NaN);
      oldest.set((waited ?? 0) / 1000);
    },
  });
}

interface MeasuredPool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** @param database TypeORM's data source, whose pool has no public property */
export function measurePool(registry: Registry, { driver }: { driver: object }): void {
  new Gauge({
    name: 'portfolio_database_pool',
    help: 'Database connections by state (used, idle), and queries that wait for one (waiting)',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = (driver as { master?: MeasuredPool }).master ?? {};
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
}

/** Checks the dependencies at each scrape. */
export function measureDependencies(registry: Registry, check: () => Promise<Record<string, DependencyStatus>>): void {
  new Gauge({
    name: 'portfolio_dependency_up',
    help: '1 for each dependency of this process that is up, else 0',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      for (const [dependency, status] of Object.entries(await check()))
        this.set({ dependency }, status === 'up' ? 1 : 0);
    },
  });
}

/** Job runs of a worker by name and outcome. */
export class JobMetrics {
  private readonly jobs: Counter<'name' | 'outcome'>;
  private readonly duration: Histogram<'name'>;

  constructor(registry: Registry) {
    this.jobs = new Counter({
      name: 'portfolio_jobs_total',
      help: 'Job runs by name and outcome: completed, failed, retried, or handed-back by a stopping worker',
      labelNames: ['name', 'outcome'],
      registers: [registry],
    });
    this.duration = new Histogram({
      name: 'portfolio_job_duration_seconds',
      help: 'Duration of job runs, whatever their outcome',
      labelNames: ['name'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers: [registry],
    });
  }

  /** @param outcome such as `JobRunOutcome` of @portfolio/jobs: each value is a series */
  observe(name: string, outcome: string, seconds: number): void {
    this.jobs.inc({ name, outcome });
    this.duration.observe({ name }, seconds);
  }
}
