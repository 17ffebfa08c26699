import type { NewsItemView } from '@portfolio/contracts';

/** Characters of a text that the table shows. */
const SHOWN = 140;

/** The beginning of a text, cut between two words. */
export function shortened(text: string, length = SHOWN): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const beginning = characters.slice(0, length).join('');
  return `${beginning.replace(/\s+\S*$/, '').replace(/[\s.,;:…]+$/, '')}…`;
}

/** What an item is called where it is spoken of: it may have no headline, and nothing else either. */
export const nameOf = ({ id, headline, content }: NewsItemView): string =>
  headline ?? (content ? shortened(content, 40) : `news item ${id}`);

/** An address that is safe to follow. */
export const isFollowable = (link: string): boolean => /^https?:\/\//i.test(link);
