import 'reflect-metadata';

/** Marks the fields of a form: they came as text and take the types that their class declares. */
export class FormFields {
  constructor(readonly values: Record<string, unknown>) {}
}

/** A checked box without a value of its own is sent as `on`. */
const BOOLEANS = new Map([
  ['on', true],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#floating-point-numbers, and with no digit after its point. */
const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

type Constructor = new (...args: never[]) => object;

/**
 * Reads what came as text (query strings, form fields) as the types that a request class declares.
 *
 * Numbers and booleans are read as HTML forms write them; what is not one stays text, for validation to refuse. An empty
 * field of such a type counts as not given, which is how a form sends it.
 */
export function readTextFields(type: Constructor, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .map(
        ([name, value]) => [name, readText(Reflect.getMetadata('design:type', type.prototype, name), value)] as const,
      )
      .filter(([, value]) => value !== undefined),
  );
}

function readText(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string' || (type !== Number && type !== Boolean)) return value;
  if (value === '') return undefined;
  if (type === Boolean) return BOOLEANS.get(value) ?? value;
  return NUMBER.test(value) ? Number(value) : value;
}
