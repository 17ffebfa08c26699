import { parseArgs } from 'node:util';

type Values<O> = { [N in keyof O]: O[N] extends number ? number : boolean } & { names: string[] };

/** @throws for an unknown option, an invalid number, and names where the command has none */
export function readOptions<O extends Record<string, number | boolean>>(
  args: string[],
  defaults: O,
  { allowNames = false }: { allowNames?: boolean } = {},
): Values<O> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: allowNames,
    options: Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [
        name,
        { type: typeof value === 'number' ? ('string' as const) : ('boolean' as const) },
      ]),
    ),
  });
  const entries = Object.entries(defaults).map(([name, value]) => [
    name,
    typeof values[name] === 'string' ? positive(name, values[name]) : (values[name] ?? value),
  ]);
  return { ...(Object.fromEntries(entries) as Values<O>), names: positionals };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} has to be a number above 0, not ${text}`);
  return value;
}
