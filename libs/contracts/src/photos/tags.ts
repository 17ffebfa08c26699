import { isBlank, wellFormed } from '../validation.ts';

/** The tag on one line, in valid Unicode. */
export const tidyTag = (tag: string) => wellFormed(tag).replace(/\s+/g, ' ').trim();

/** Tags with the same key are one tag. */
export const tagKey = (tag: string) => tidyTag(tag).normalize().toLowerCase();

/** The first of equal tags each, without blank ones. A path cannot end with one or two dots, so these are no tags. */
export function distinctTags(tags: string[]): string[] {
  const tidy = tags.map(tidyTag).filter((tag) => !isBlank(tag) && !/^\.\.?$/.test(tag));
  const keys = tidy.map(tagKey);
  return tidy.filter((_, index) => keys.indexOf(keys[index]!) === index);
}
