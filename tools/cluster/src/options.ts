import { parseArgs } from 'node:util';

/** What a command of the cluster may be told, each with what it is unless told. */
export type Options = Record<string, number | boolean>;

/** @throws for an option that it does not have, for what is no number, and for names where it takes none */
export function readOptions<O extends Options>(
  args: string[],
  otherwise: O,
  takes: 'names' | 'no names' = 'no names',
): Told<O> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: takes === 'names',
    options: Object.fromEntries(
      Object.entries(otherwise).map(([name, value]) => [
        name,
        { type: typeof value === 'number' ? ('string' as const) : ('boolean' as const) },
      ]),
    ),
  });
  const told = Object.entries(otherwise).map(([name, value]) => [
    name,
    typeof values[name] === 'string' ? positive(name, values[name]) : (values[name] ?? value),
  ]);
  return { ...(Object.fromEntries(told) as Told<O>), names: positionals };
}

type Told<O> = { [N in keyof O]: O[N] extends number ? number : boolean } & { names: string[] };

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} has to be a number above 0, not ${text}`);
  return value;
}
