import { join } from 'node:path';
import { startBareProcess } from '../bare-process.ts';
import { compare, type Comparison } from '../load.ts';
import type { ServiceProcess } from '../service-process.ts';
import { during } from '../stop-signal.ts';
import { bytesOf, fetchRaw, withoutHeaders } from '../web/raw-response.ts';
import type { BareServerOptions } from './bare-server.ts';
import type { Call } from './bench-api.ts';
import type { Waves } from './recorded-calls.ts';

const ROUND_SECONDS = 1;
/** Pool size of the API, and number of connections: more would measure a queue. */
const POOL_SIZE = 10;
/** Without compression, which would dominate the time. */
const PLAIN = { 'accept-encoding': 'identity' };

export interface BareComparison extends Call {
  bytes: number;
  queries: number;
  api: Comparison;
  bare: Comparison;
  /** Rate of the API as a share of the bare server's. */
  ratio: number;
}

export interface CompareOptions {
  databaseUrl: string;
  /** Queries of each call. */
  waves: Record<string, Waves>;
  isCached: boolean;
  rounds: number;
}

/** Loads API and bare server in alternating rounds. @throws when their responses differ */
export async function compareWithBare(
  calls: Call[],
  api: ServiceProcess,
  { databaseUrl, waves, isCached, rounds }: CompareOptions,
): Promise<BareComparison[]> {
  const options: BareServerOptions = { databaseUrl, poolSize: POOL_SIZE, isCached, calls: {} };
  for (const { path } of calls) {
    const { headers, body } = await fetchRaw(api.origin + path, PLAIN);
    options.calls[path] = { waves: waves[path] ?? [], headers: withoutHeaders(headers, ['content-length']), body };
  }
  const contender = (name: string, { origin, pid }: Pick<ServiceProcess, 'origin' | 'pid'>) => ({
    ...{ name, origin, pids: [pid], headers: PLAIN, connections: POOL_SIZE },
  });
  return during(await startBareProcess(join(import.meta.dirname, 'bare-server.ts'), options), async (bare) => {
    const contenders = [contender('api', api), contender('bare Node', bare)];
    const compared: BareComparison[] = [];
    for (const call of calls) {
      const expected = options.calls[call.path]!;
      const response = await fetchRaw(bare.origin + call.path, PLAIN);
      if (response.body !== expected.body) throw new Error(`The bare server's response to ${call.path} differs`);
      const [ofApi, ofBare] = await compare(contenders, [call.path], { rounds, seconds: ROUND_SECONDS });
      compared.push({
        ...call,
        bytes: bytesOf(response),
        queries: expected.waves.flat().length,
        api: ofApi!,
        bare: ofBare!,
        ratio: ofApi!.ratio,
      });
    }
    return compared;
  });
}
