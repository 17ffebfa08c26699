import type { MessageView } from '@portfolio/contracts';

/** Characters of an address that every system hands to its mail program: Windows stops near 2,048. */
const LONGEST = 1_900;

/** What a visitor wrote in one line: a line break in it would begin another header of the mail. */
const inOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Half of a pair of surrogates has no encoding. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/**
 * A `mailto:` address that opens an answer in the artist's own mail program: to the visitor, with the subject, and with what
 * was written quoted, as far as it fits.
 *
 * @param day how the day of the message is written
 */
export function replyAddress(
  { name, email, subject, message, created_at }: MessageView,
  day: Intl.DateTimeFormat,
): string {
  const about = inOneLine(subject);
  const title = /^re:/i.test(about) ? about : `Re: ${about}`;
  const opening = `\r\n\r\nOn ${day.format(new Date(created_at))}, ${inOneLine(name)} wrote:\r\n`;
  const start = `mailto:${encode(email).replaceAll('%40', '@')}?subject=${encode(title)}&body=${encode(opening)}`;
  return start + quote(message, LONGEST - start.length);
}

/** @param room characters that it may have when encoded. What does not fit is left out, word by word, and dots say so. */
function quote(message: string, room: number): string {
  const lines = message.split(/\r\n|\r|\n/).map((line) => `> ${line}`);
  const whole = encode(lines.join('\r\n'));
  if (whole.length <= room) return whole;
  let quoted = '';
  for (const part of lines.join('\r\n').match(/\s*\S{1,40}/gu) ?? []) {
    const longer = quoted + encode(part);
    if (longer.length + encode(' …').length > room) break;
    quoted = longer;
  }
  return quoted + encode(' …');
}
