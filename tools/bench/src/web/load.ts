import autocannon from 'autocannon';
import { median, spread } from '../figures.ts';
import { processorTimes, takenSince } from '../processes.ts';
import { ASKED_WITH } from './answer.ts';

/** Unless told otherwise. */
const CONNECTIONS = 50;

/** One of those that are compared. */
export interface Contender {
  name: string;
  origin: string;
  /** Of all its processes, whose processor time counts. */
  pids: number[];
  headers?: Record<string, string>;
  /** By which it is asked. */
  connections?: number;
}

/** One round. */
export interface Round {
  /** Requests a second. */
  rate: number;
  /** Milliseconds within which 99 of 100 requests were answered. */
  p99: number;
  /** Microseconds of processor time for each request, of all processes; NaN where the system does not tell. */
  processor: number;
}

/** Several rounds: the medians, and how far the rates lay apart in hundredths. */
export interface Figures extends Round {
  spread: number;
}

/** Asks for these paths in turn all the time, for so many seconds. */
export async function load(
  { name, origin, pids, headers, connections = CONNECTIONS }: Contender,
  paths: string[],
  seconds: number,
): Promise<Round> {
  const before = processorTimes(pids);
  const { requests, latency, errors, non2xx, ...result } = await autocannon({
    url: origin,
    duration: seconds,
    connections,
    requests: paths.map((path) => ({ path })),
    headers: { ...ASKED_WITH, ...headers },
  });
  if (errors + non2xx > 0) {
    throw new Error(`${name}, ${paths[0]}: ${errors} requests failed, ${non2xx} were not answered with 200`);
  }
  return {
    rate: Math.round(requests.total / result.duration),
    p99: latency.p99,
    processor: Math.round((takenSince(before) * 1000) / requests.total),
  };
}

export function summed(rounds: Round[]): Figures {
  const rates = rounds.map(({ rate }) => rate);
  return {
    rate: Math.round(median(rates)),
    p99: median(rounds.map(({ p99 }) => p99)),
    processor: Math.round(median(rounds.map(({ processor }) => processor))),
    spread: spread(rates),
  };
}

export interface Pace {
  rounds: number;
  /** Seconds of each. */
  seconds: number;
}

/** A contender's figures, and what part of the limit's rate and of its economy they are, round by round. */
export interface Compared extends Figures {
  name: string;
  /** Of the last contender's rate. */
  ratio: number;
  /** The last contender's processor time for a request, as part of this one's. */
  processorRatio: number;
}

/**
 * Asks each contender in turns, round by round, after a warm-up, so that whatever else the machine does hits all.
 *
 * @param contenders the last is the limit that the others are held against
 */
export async function sideBySide(
  contenders: Contender[],
  paths: string[],
  { rounds, seconds }: Pace,
): Promise<Compared[]> {
  for (const contender of contenders) await load(contender, paths, seconds);
  const measured = contenders.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      measured[index]?.push(await load(contender, paths, seconds));
    }
  }
  const limit = measured.at(-1) ?? [];
  return contenders.map(({ name }, index) => {
    const own = measured[index] ?? [];
    return {
      name,
      ...summed(own),
      ratio: median(own.map(({ rate }, round) => rate / (limit[round]?.rate ?? NaN))),
      processorRatio: median(own.map(({ processor }, round) => (limit[round]?.processor ?? NaN) / processor)),
    };
  });
}
