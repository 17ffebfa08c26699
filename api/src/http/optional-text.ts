import { isBlank } from '@portfolio/contracts';

/** Turns a blank text into null. */
export const textOrNull = (text: string | null | undefined): string | null =>
  text == null || isBlank(text) ? null : text;
