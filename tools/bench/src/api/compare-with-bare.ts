import { median, spread } from '../figures.ts';
import { peakOf } from '../processes.ts';
import { ask } from '../web/answer.ts';
import { load, type Round } from '../web/load.ts';
import type { ApiChild } from './api-child.ts';
import { startBare } from './bare-child.ts';
import type { Call } from './calls.ts';
import type { Waves } from './recorded.ts';

/** Seconds. */
const ROUND = 1;
/** As the api's, which is what `databaseOptions` says; and as many connections, or what is measured is a queue. */
const POOL_SIZE = 10;

/** As programs ask that want no compression: what is measured is the way to the answer, and not zlib. */
const PLAIN = { 'accept-encoding': 'identity' };
/** Of the answer's headers, what the bare server says for itself. */
const OWN = ['content-length'];

interface Side {
  rate: number;
  spread: number;
  p99: number;
  /** Microseconds of processor time for a request, without that of the database; NaN where the system does not tell. */
  processor: number;
  /** Megabytes at their peak, since its process began. */
  peak: number | undefined;
}

export interface Compared extends Call {
  bytes: number;
  queries: number;
  api: Side;
  bare: Side;
  /** Requests of the api for each of the bare server: the median of the rounds. */
  ratio: number;
}

export interface CompareOptions {
  databaseUrl: string;
  /** What the api asks of the database for each call. */
  waves: Record<string, Waves>;
  /** Whether the api gives answers again: then the bare server, too, sends bytes that it has. */
  areKept: boolean;
  /** Odd, so that the median is one of them. */
  rounds: number;
}

type Asked = Round & { peak: number | undefined };

/**
 * Asks api and bare server for each call in turns, round by round, so that whatever else the machine does hits both.
 *
 * @throws when the bare server does not answer the same
 */
export async function compareWithBare(
  calls: Call[],
  api: ApiChild,
  { databaseUrl, waves, areKept, rounds: count }: CompareOptions,
): Promise<Compared[]> {
  const answers = new Map<string, { body: string; headers: string[] }>();
  for (const { path } of calls) answers.set(path, await ask(api.origin + path, PLAIN));
  const order = calls.map(({ path }) => {
    const { headers = [], body } = answers.get(path) ?? {};
    const others = headers.filter((_, index) => !isOwn(headers, index));
    return [path, { waves: waves[path] ?? [], headers: others, ...(areKept && body && { body }) }] as const;
  });
  const bare = await startBare({ databaseUrl, poolSize: POOL_SIZE, calls: Object.fromEntries(order) });
  try {
    for (const { path } of calls) {
      const { body } = await ask(bare.origin + path, PLAIN);
      if (body !== answers.get(path)?.body) throw new Error(`The bare server answers ${path} with something else`);
      await asked(api, path);
      await asked(bare, path);
    }
    const rounds = calls.map((call) => ({ call, api: [] as Asked[], bare: [] as Asked[] }));
    for (let round = 0; round < count; round += 1) {
      for (const { call, ...measured } of rounds) {
        measured.api.push(await asked(api, call.path));
        measured.bare.push(await asked(bare, call.path));
      }
    }
    return rounds.map(({ call, ...measured }) => ({
      ...call,
      bytes: Buffer.from(answers.get(call.path)?.body ?? '', 'base64').length,
      queries: (waves[call.path] ?? []).flat().length,
      api: sideOf(measured.api),
      bare: sideOf(measured.bare),
      ratio: median(measured.api.map(({ rate }, round) => rate / (measured.bare[round]?.rate ?? NaN))),
    }));
  } finally {
    await bare.stop();
  }
}

const isOwn = (headers: string[], index: number) => OWN.includes(headers[index - (index % 2)]?.toLowerCase() ?? '');

/** One round, and the peak of the process that answered. */
async function asked({ origin, child }: Pick<ApiChild, 'origin' | 'child'>, path: string): Promise<Asked> {
  const pids = child.pid === undefined ? [] : [child.pid];
  const contender = { name: 'api', origin, pids, headers: PLAIN, connections: POOL_SIZE };
  const round = await load(contender, [path], ROUND);
  // What was asked last is still under way: it is not to burden whoever comes next.
  await ask(origin + path, PLAIN);
  return { ...round, peak: pids[0] === undefined ? undefined : peakOf(pids[0]) };
}

function sideOf(rounds: Asked[]): Side {
  const rates = rounds.map(({ rate }) => rate);
  const peaks = rounds.map(({ peak }) => peak).filter((peak) => peak !== undefined);
  return {
    rate: median(rates),
    spread: spread(rates),
    p99: median(rounds.map(({ p99 }) => p99)),
    processor: median(rounds.map(({ processor }) => processor)),
    peak: peaks.length > 0 ? Math.max(...peaks) : undefined,
  };
}
