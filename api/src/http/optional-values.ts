import { isBlank } from '@portfolio/contracts';

/** Turns a blank text into null. An absent one stays absent. */
export const blankToNull = <T extends string | null | undefined>(text: T) =>
  typeof text === 'string' && isBlank(text) ? null : text;

/** @param time ISO 8601 */
export const toDate = (time: string | null | undefined) => (typeof time === 'string' ? new Date(time) : time);

/** The values that a request gives: absent ones leave their columns unchanged. */
export const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
