import autocannon from 'autocannon';
import { median, spread } from '../figures.ts';
import { ASKED_WITH } from './answer.ts';

const CONNECTIONS = 50;

/** One round. */
export interface Round {
  /** Requests a second. */
  rate: number;
  /** Milliseconds within which 99 of 100 requests were answered. */
  p99: number;
}

/** Several rounds: the medians, and how far the rates lay apart in hundredths. */
export interface Figures extends Round {
  spread: number;
}

/** Asks for one address all the time, for so many seconds. */
export async function measure(
  url: string,
  duration: number,
  headers: Record<string, string> = ASKED_WITH,
): Promise<Round> {
  const { requests, latency, errors, non2xx, ...result } = await autocannon({
    url,
    duration,
    connections: CONNECTIONS,
    headers,
  });
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} requests failed, ${non2xx} were not answered with 200`);
  return { rate: Math.round(requests.total / result.duration), p99: latency.p99 };
}

export function summed(rounds: Round[]): Figures {
  const rates = rounds.map(({ rate }) => rate);
  return { rate: Math.round(median(rates)), p99: median(rounds.map(({ p99 }) => p99)), spread: spread(rates) };
}
