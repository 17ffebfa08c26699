import { setTimeout as wait } from 'node:timers/promises';
import { bullmq, bullOptions, QUEUE_NAME } from '../src/backend.ts';
import { JobQueue } from '../src/job-queue.ts';
import { JOBS } from '../src/job-list.ts';
import { JobWorker, type JobContext, type JobHandlers } from '../src/job-worker.ts';
import type { TestBackend } from './test-backend.ts';

type Payload = { photoId?: number };

/** Inside of BullMQ's worker. */
interface BullWorker {
  opts: { drainDelay: number };
  backend: { moveToActive(...args: unknown[]): Promise<unknown> };
}

/** A queue with workers that record their runs. */
export class TestQueue {
  readonly queue: JobQueue;
  readonly runs: (Payload & { at: number; name: string; isLastAttempt: boolean })[] = [];
  readonly failures: string[] = [];
  private readonly workers: JobWorker[] = [];
  private readonly gates: { open(): void }[] = [];
  private readonly endings: (() => void)[] = [];

  constructor(readonly backend: TestBackend) {
    this.queue = new JobQueue(backend, () => undefined);
  }

  async remove(): Promise<void> {
    this.gates.forEach((gate) => gate.open());
    await Promise.all(this.workers.map((worker) => worker.close()));
    await this.queue.close();
    await this.backend.remove();
    for (const ending of this.endings) ending();
  }

  /** Runs the function after the test. */
  atEnd(ending: () => void): void {
    this.endings.push(ending);
  }

  /**
   * Starts a worker that records each run, then calls `act`.
   *
   * @param options `held` delays the response to each fetch of a job
   */
  async work(
    act: (payload: Payload, job: JobContext) => Promise<void> | void = () => undefined,
    { lockDuration = 1_000, pollSeconds = 5, held = Promise.resolve() } = {},
  ): Promise<JobWorker> {
    const handler = (name: string) => async (payload: Payload, job: JobContext) => {
      this.runs.push({ ...payload, name, at: Date.now(), isLastAttempt: job.isLastAttempt });
      await act(payload, job);
    };
    const worker = new JobWorker({
      backend: this.backend,
      handlers: Object.fromEntries(Object.keys(JOBS).map((name) => [name, handler(name)])) as unknown as JobHandlers,
      concurrency: 2,
      lockDuration,
      queue: this.queue,
      onError: (error, job) => job && this.failures.push(error.message),
    });
    const { opts, backend } = (worker as unknown as { worker: BullWorker }).worker;
    // BullMQ reads it before each poll.
    opts.drainDelay = pollSeconds;
    const fetch = backend.moveToActive.bind(backend);
    backend.moveToActive = async (...args) => {
      const fetched = await fetch(...args);
      await held;
      return fetched;
    };
    this.workers.push(worker);
    await worker.ready();
    return worker;
  }

  /** A promise that resolves once `open` is called or the test ends. */
  closedGate() {
    let open: () => void = () => undefined;
    const passed = new Promise<void>((resolve) => (open = resolve));
    this.gates.push({ open });
    return { passed, open };
  }

  render(photoId = 1): Promise<string> {
    return this.queue.add('photo.render', { photoId });
  }

  async count(state: string): Promise<number | undefined> {
    return (await this.queue.counts())[state];
  }

  /** Calls BullMQ's queue directly. */
  async directly<T>(act: (bull: InstanceType<ReturnType<typeof bullmq>['Queue']>) => Promise<T>): Promise<T> {
    const bull = new (bullmq(this.backend).Queue)(QUEUE_NAME, bullOptions(this.backend));
    bull.on('error', () => undefined);
    try {
      return await act(bull);
    } finally {
      await bull.close();
    }
  }
}

export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const ends = Date.now() + 20_000;
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > ends) throw new Error('The condition was not met within 20 seconds');
    await wait(20);
  }
}
