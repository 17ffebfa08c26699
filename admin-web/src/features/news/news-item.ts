import type { NewsItemView } from '@portfolio/contracts';

/** Characters of an excerpt in the table. */
const EXCERPT_LENGTH = 140;

/** Beginning of a text, cut between words, with an ellipsis. */
export function excerptOf(text: string, length = EXCERPT_LENGTH): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const start = characters.slice(0, length).join('');
  return `${start.replace(/\s+\S*$/, '').replace(/[\s.,;:…]+$/, '')}…`;
}

/** Name of an item for labels: headline, else excerpt, else id. */
export const nameOf = ({ id, headline, content }: NewsItemView): string =>
  headline ?? (content ? excerptOf(content, 40) : `news item ${id}`);

/** Whether an address is safe as a link. */
export const isWebAddress = (link: string): boolean => /^https?:\/\//i.test(link);
