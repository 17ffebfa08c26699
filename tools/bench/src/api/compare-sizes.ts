import { median } from '../figures.ts';
import { OneConnection } from './ask-in-turn.ts';
import type { Call } from './calls.ts';

const ROUNDS = 15;
/** Requests of a call in a round. */
const REQUESTS = 15;

export interface SizesCompared extends Call {
  /** Milliseconds, the median of all rounds. */
  small: number;
  large: number;
  /** The large one for each of the small one: the median of the rounds, each of which has a median of its own. */
  ratio: number;
}

/** Asks two apis that differ in the size of their database alone, in turns over one connection each. */
export async function compareSizes(calls: Call[], origins: { small: string; large: string }): Promise<SizesCompared[]> {
  const connections = { small: new OneConnection(), large: new OneConnection() };
  const figures: SizesCompared[] = [];
  for (const call of calls) {
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const small = median(await connections.small.ask(origins.small + call.path, REQUESTS));
      const large = median(await connections.large.ask(origins.large + call.path, REQUESTS));
      // The first warms up.
      if (round > 0) rounds.push({ small, large });
    }
    figures.push({
      ...call,
      small: median(rounds.map(({ small }) => small)),
      large: median(rounds.map(({ large }) => large)),
      ratio: median(rounds.map(({ small, large }) => large / small)),
    });
  }
  for (const connection of Object.values(connections)) connection.close();
  return figures;
}
