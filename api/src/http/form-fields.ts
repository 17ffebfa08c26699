import 'reflect-metadata';

/** Fields of a multipart form as multer parses them: text, or arrays and objects of it for repeated or bracketed names. */
export class FormFields {
  constructor(readonly values: Record<string, unknown>) {}
}

/** Browsers send `on` for a checked box without a value. */
const BOOLEANS = new Map([
  ['on', true],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/**
 * A floating-point number of HTML, also with a trailing point as in `5.`:
 * https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#floating-point-numbers
 */
const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

type Constructor = new (...args: never[]) => object;

/**
 * Converts query and form fields to the types that a request class declares.
 *
 * Empty number and boolean fields are omitted; empty text fields stay. Invalid numbers and booleans stay text, for
 * validation to refuse.
 */
export function coerceFields(type: Constructor, values: Record<string, unknown>): Record<string, unknown> {
  // Only decorated fields have a design:type; others stay as they are.
  return Object.fromEntries(
    Object.entries(values)
      .map(
        ([name, value]) =>
          [name, coerceValue(Reflect.getMetadata('design:type', type.prototype, name), value)] as const,
      )
      .filter(([, value]) => value !== undefined),
  );
}

function coerceValue(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string' || (type !== Number && type !== Boolean)) return value;
  if (value === '') return undefined;
  if (type === Boolean) return BOOLEANS.get(value) ?? value;
  return NUMBER.test(value) ? Number(value) : value;
}
