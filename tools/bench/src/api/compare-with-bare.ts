import { join } from 'node:path';
import { peakMemory } from '@portfolio/testing/process-stats';
import { median } from '@portfolio/testing/statistics';
import { startBareProcess } from '../bare-process.ts';
import { load, summarize, type Round, type Summary } from '../load.ts';
import { bytesOf, fetchRaw, withoutHeaders, type RawResponse } from '../web/raw-response.ts';
import type { ApiProcess } from './api-process.ts';
import type { BareOrder } from './bare-server.ts';
import type { Call } from './bench-api.ts';
import type { Waves } from './recorded-calls.ts';

const ROUND_SECONDS = 1;
/** Pool size of the API, and number of connections: more would measure a queue. */
const POOL_SIZE = 10;
/** Without compression, which would dominate the time. */
const PLAIN = { 'accept-encoding': 'identity' };

/** Summary with the peak memory in MB. */
type Side = Summary & { peak: number };

export interface BareComparison extends Call {
  bytes: number;
  queries: number;
  api: Side;
  bare: Side;
  /** Rate of the API as a share of the bare server's. */
  ratio: number;
}

export interface CompareOptions {
  databaseUrl: string;
  /** Queries of each call. */
  waves: Record<string, Waves>;
  /** With a response cache, the bare server sends stored bytes, too. */
  isCached: boolean;
  rounds: number;
}

type Server = Pick<ApiProcess, 'origin' | 'pid'>;
type MeasuredRound = Round & { peak: number };

/** Loads API and bare server in alternating rounds. @throws when their responses differ */
export async function compareWithBare(
  calls: Call[],
  api: ApiProcess,
  { databaseUrl, waves, isCached, rounds: count }: CompareOptions,
): Promise<BareComparison[]> {
  const responses = new Map<string, RawResponse>();
  for (const { path } of calls) responses.set(path, await fetchRaw(api.origin + path, PLAIN));
  const order: BareOrder = { databaseUrl, poolSize: POOL_SIZE, calls: {} };
  for (const [path, { headers, body }] of responses) {
    order.calls[path] = {
      waves: waves[path] ?? [],
      headers: withoutHeaders(headers, ['content-length']),
      ...(isCached && { body }),
    };
  }
  const bare = await startBareProcess(join(import.meta.dirname, 'bare-server.ts'), order);
  try {
    for (const { path } of calls) {
      const { body } = await fetchRaw(bare.origin + path, PLAIN);
      if (body !== responses.get(path)?.body) throw new Error(`The bare server answers ${path} differently`);
      await measure(api, path);
      await measure(bare, path);
    }
    const measured = calls.map((call) => ({ call, api: [] as MeasuredRound[], bare: [] as MeasuredRound[] }));
    for (let round = 0; round < count; round += 1) {
      for (const { call, ...rounds } of measured) {
        rounds.api.push(await measure(api, call.path));
        rounds.bare.push(await measure(bare, call.path));
      }
    }
    return measured.map(({ call, ...rounds }) => ({
      ...call,
      bytes: bytesOf(responses.get(call.path)),
      queries: (waves[call.path] ?? []).flat().length,
      api: toSide(rounds.api),
      bare: toSide(rounds.bare),
      ratio: median(rounds.api.map(({ rate }, round) => rate / rounds.bare[round]!.rate)),
    }));
  } finally {
    await bare.stop();
  }
}

async function measure({ origin, pid }: Server, path: string): Promise<MeasuredRound> {
  const contender = { name: 'api', origin, pids: [pid], headers: PLAIN, connections: POOL_SIZE };
  const round = await load(contender, [path], ROUND_SECONDS);
  // Waits for the requests in flight, which would slow down the next contender.
  await fetchRaw(origin + path, PLAIN);
  return { ...round, peak: peakMemory(pid) ?? NaN };
}

const toSide = (rounds: MeasuredRound[]): Side => ({
  ...summarize(rounds),
  peak: Math.max(...rounds.map(({ peak }) => peak)),
});
