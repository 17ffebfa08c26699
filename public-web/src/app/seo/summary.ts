/** Characters that search engines and share cards show of a description. */
const SHOWN = 200;

/** The beginning of a text on one line, without control characters, ended between words. */
export function summary(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= SHOWN) return line;
  const cut = line.slice(0, SHOWN - 1);
  const end = cut.lastIndexOf(' ');
  // The cut may have gone through a character of two halves.
  return `${(end > 0 ? cut.slice(0, end) : cut.replace(/[\ud800-\udbff]$/, '')).trimEnd()}…`;
}
