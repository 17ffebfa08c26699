import autocannon from 'autocannon';
import { processorTime } from '@portfolio/testing/process-stats';
import { median, medians, spread, sum } from '@portfolio/testing/statistics';
import { BROWSER_HEADERS, fetchRaw } from './web/raw-response.ts';

const CONNECTIONS = 50;

/** One of several servers that are compared. */
export interface Contender {
  name: string;
  origin: string;
  /** Processes whose processor time counts. */
  pids: number[];
  headers?: Record<string, string>;
  connections?: number;
}

interface Round {
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  p99: number;
  /** Microseconds of processor time per request; NaN where unknown. */
  processor: number;
}

/** Requests the paths in turn for some seconds. @throws on any failed request */
export async function load(contender: Contender, paths: string[], seconds: number): Promise<Round> {
  const { name, origin, pids, connections = CONNECTIONS } = contender;
  const headers = { ...BROWSER_HEADERS, ...contender.headers };
  const used = processorMeter(pids);
  const { requests, latency, errors, non2xx, ...result } = await autocannon({
    url: origin,
    duration: seconds,
    connections,
    requests: paths.map((path) => ({ path })),
    headers,
  });
  if (errors + non2xx > 0) {
    throw new Error(`${name}, ${paths[0]}: ${errors} requests failed, ${non2xx} were not answered with 200`);
  }
  const processor = Math.round((used() * 1000) / requests.total);
  // Waits for the requests in flight, which would slow down the next contender.
  await fetchRaw(origin + paths[0], headers);
  return { rate: Math.round(requests.total / result.duration), p99: latency.p99, processor };
}

/**
 * Starts to measure processor time.
 *
 * @returns function for the milliseconds since then; NaN where unknown. Processes that have ended count as 0.
 */
export function processorMeter(pids: number[]): () => number {
  const before = pids.flatMap((pid) => {
    const time = processorTime(pid);
    return time === undefined ? [] : [{ pid, time }];
  });
  return () => (before.length === 0 ? NaN : sum(before.map(({ pid, time }) => (processorTime(pid) ?? time) - time)));
}

export interface Pace {
  rounds: number;
  /** Seconds of a round. */
  seconds: number;
}

export interface Comparison extends Round {
  name: string;
  /** Of the rates, in percent. */
  spread: number;
  /** Rate, as a share of the reference's. */
  ratio: number;
  /** Processor time per request of the reference, as a share of this one's. */
  processorRatio: number;
}

/**
 * Loads all contenders in alternating rounds after a warm-up, so that other activity of the machine affects all.
 *
 * @param contenders the last one is the reference
 */
export async function compare(
  contenders: Contender[],
  paths: string[],
  { rounds, seconds }: Pace,
): Promise<Comparison[]> {
  for (const contender of contenders) await load(contender, paths, seconds);
  const measured = contenders.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      measured[index]?.push(await load(contender, paths, seconds));
    }
  }
  const reference = measured.at(-1) ?? [];
  return contenders.map(({ name }, index) => {
    const own = measured[index] ?? [];
    const { rate, p99, processor } = medians(own);
    return {
      ...{ name, rate: Math.round(rate), p99, processor: Math.round(processor) },
      spread: spread(own.map(({ rate }) => rate)),
      ratio: median(own.map(({ rate }, round) => rate / (reference[round]?.rate ?? NaN))),
      processorRatio: median(own.map(({ processor }, round) => (reference[round]?.processor ?? NaN) / processor)),
    };
  });
}
