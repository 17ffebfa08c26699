import { formatTable, percentile, whole } from '@portfolio/testing/statistics';

export const KINDS = ['page', 'media', 'api', 'comment', 'upload'] as const;
export type RequestKind = (typeof KINDS)[number];

/** `unavailable` is a correct 503; `fault` is any other failure. */
export type Outcome = 'ok' | 'unavailable' | 'fault';

export interface LoadResult {
  kind: RequestKind;
  /** End, in milliseconds since 1970. */
  at: number;
  ms: number;
  outcome: Outcome;
  /** Status and path, or the error. */
  detail: string;
}

/** Classifies a response. A correct 503 is ours and has a Retry-After. */
export function classify(status: number, headers: Headers, body: string): Outcome {
  if (status >= 200 && status < 400) return 'ok';
  if (status !== 503 || !headers.get('retry-after')) return 'fault';
  const isJson = headers.get('content-type')?.startsWith('application/json');
  return (isJson ? body.includes('"service.unavailable"') : body.length > 0) ? 'unavailable' : 'fault';
}

export function countOutcomes(results: LoadResult[]): Record<Outcome, number> {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  return { ok: count('ok'), unavailable: count('unavailable'), fault: count('fault') };
}

export const between = (results: LoadResult[], from: number, to: number) =>
  results.filter(({ at }) => at >= from && at <= to);

/** Prints a row for each kind of request, and each fault with its count. */
export function printResults(results: LoadResult[]): void {
  const rows = KINDS.map((kind) => {
    const own = results.filter((result) => result.kind === kind);
    const times = own.map(({ ms }) => ms);
    const percentiles = [0.5, 0.99].map((share) => whole(percentile(times, share)));
    return [kind, own.length, ...Object.values(countOutcomes(own)), ...percentiles];
  });
  console.log(`\n${formatTable(['kind', 'sent', 'ok', '503', 'faults', 'p50 ms', 'p99 ms'], rows)}`);
  const faults = results.filter(({ outcome }) => outcome === 'fault').map(({ kind, detail }) => `${kind}: ${detail}`);
  for (const fault of new Set(faults)) {
    console.log(`  ${faults.filter((other) => other === fault).length} × ${fault}`);
  }
}
