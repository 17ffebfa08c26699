// Loaded into the api ahead of it (`--import`): notes which queries a call makes of the database, and which of them at the
// same time. The api that is measured runs without.
import pg from 'pg';
import type { AskedQuery, Recorded } from './recorded.ts';

type Given = string | (AskedQuery & { values?: unknown[] });
type Query = (this: pg.Client, given: Given, ...more: unknown[]) => Promise<unknown> | undefined;

let queries: Recorded[] = [];
let clock = 0;

const prototype = pg.Client.prototype as unknown as { query: Query };
const ask = prototype.query;
prototype.query = function (given, ...more) {
  const { text, name } = typeof given === 'string' ? { text: given, name: undefined } : given;
  const values = (typeof given === 'string' ? undefined : given.values) ?? more.find(Array.isArray) ?? [];
  const record: Recorded = {
    text,
    values: values as unknown[],
    ...(name && { name }),
    begun: (clock += 1),
    ended: Infinity,
  };
  queries.push(record);
  const end = () => void (record.ended = clock += 1);
  const last = more.at(-1);
  if (typeof last !== 'function') {
    const asked = ask.call(this, given, ...more);
    void asked?.then(end, end);
    return asked;
  }
  const answer = last as (...answered: unknown[]) => void;
  return ask.call(this, given, ...more.slice(0, -1), (...answered: unknown[]) => {
    end();
    answer(...answered);
  });
};

process.on('message', (message) => {
  if (message !== 'which queries?') return;
  process.send?.({ type: 'queries', queries });
  queries = [];
});
