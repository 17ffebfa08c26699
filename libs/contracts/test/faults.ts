import { validateSync } from 'class-validator';

/** The first message of each invalid field, for a request with these values. */
export function faults<T extends object>(
  type: new () => T,
  values: Partial<Record<keyof T, unknown>>,
): Record<string, string> {
  const request = Object.assign(new type(), values);
  const errors = validateSync(request, { stopAtFirstError: true });
  return Object.fromEntries(
    errors.map(({ property, constraints = {} }) => [property, Object.values(constraints)[0] ?? '']),
  );
}
