import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SAMPLES = 5;

/** Samples the live objects of this process during a loop. Tests call `step` at each turn. */
export class HeapPeak {
  /** Of all samples. */
  bytes = 0;
  private steps = 0;

  /** @param total expected number of steps */
  constructor(private readonly total: number) {}

  step(): void {
    this.steps += 1;
    if (this.steps % Math.floor(this.total / SAMPLES) === 0) this.bytes = Math.max(this.bytes, liveBytes());
  }
}

/** Without buffers, which are freed later than their owners. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
