import { isBlank } from '@portfolio/contracts';

/** An optional text as it is stored: as it was typed, or null where there is nothing to see in it. */
export const textOrNull = (text: string | null | undefined): string | null =>
  text == null || isBlank(text) ? null : text;
