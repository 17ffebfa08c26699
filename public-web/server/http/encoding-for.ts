import type { Encoding } from '../cache/cached-page.ts';

/** From the smallest on. */
const ENCODINGS = ['br', 'gzip'] as const satisfies Encoding[];

/** What the few browsers there are say, so that it is read once; whatever else anybody may say is read each time. */
const known = new Map<string, Encoding>();
const KNOWN = 50;

/**
 * The smallest of our encodings that the other side takes.
 *
 * @param accepted the header `Accept-Encoding`, such as `gzip, deflate, br;q=0.9`
 */
export function encodingFor(accepted = ''): Encoding {
  const before = known.get(accepted);
  if (before) return before;
  const encoding = read(accepted);
  if (known.size < KNOWN && accepted.length < 100) known.set(accepted, encoding);
  return encoding;
}

function read(accepted: string): Encoding {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return ENCODINGS.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0) ?? 'identity';
}
