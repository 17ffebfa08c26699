import { isBlank } from '@portfolio/contracts';

/** Turns a blank text into null. */
export const textOrNull = (text: string | null | undefined): string | null =>
  text == null || isBlank(text) ? null : text;

/** @param time ISO 8601 */
export const timeOrNull = (time: string | null): Date | null => (time === null ? null : new Date(time));
