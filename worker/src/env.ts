import { availableParallelism } from 'node:os';
import { DataEnv, IsWholeNumber } from '@portfolio/config';

/** What the worker can be told. */
export class WorkerEnv extends DataEnv {
  /** Jobs at the same time. Rendering fills one core a job. */
  @IsWholeNumber({ min: 1, max: 256, message: 'must be a number from 1 to 256' })
  CONCURRENCY: number = availableParallelism();

  /** Milliseconds after which the job of a worker that died is given to another. */
  @IsWholeNumber({ min: 1_000, max: 3_600_000, message: 'must be a number of milliseconds from 1000 to 3600000' })
  JOB_TAKEOVER_MS: number = 15_000;
}
