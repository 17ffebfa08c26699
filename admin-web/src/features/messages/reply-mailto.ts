import type { MessageView } from '@portfolio/contracts';

/** Characters; Windows truncates `mailto:` addresses near 2,048. */
const MAX_LENGTH = 1_900;

/** Removes line breaks, which would begin another header of the mail. */
const toSingleLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Encodes text; a lone surrogate, which has no encoding, becomes U+FFFD. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/**
 * `mailto:` address of a reply, with the message quoted as far as it fits.
 *
 * @param day format of the message's date
 */
export function replyMailto(
  { name, email, subject, message, created_at }: MessageView,
  day: Intl.DateTimeFormat,
): string {
  const original = toSingleLine(subject);
  const title = /^re:/i.test(original) ? original : `Re: ${original}`;
  const opening = `\r\n\r\nOn ${day.format(new Date(created_at))}, ${toSingleLine(name)} wrote:\r\n`;
  const start = `mailto:${encode(email).replaceAll('%40', '@')}?subject=${encode(title)}&body=${encode(opening)}`;
  return start + quote(message, MAX_LENGTH - start.length);
}

/** @param maxLength of the encoded quote; longer messages are cut, with an ellipsis */
function quote(message: string, maxLength: number): string {
  const lines = message.split(/\r\n|\r|\n/).map((line) => `> ${line}`);
  const whole = encode(lines.join('\r\n'));
  if (whole.length <= maxLength) return whole;
  let quoted = '';
  for (const part of lines.join('\r\n').match(/\s*\S{1,40}/gu) ?? []) {
    const longer = quoted + encode(part);
    if (longer.length + encode(' …').length > maxLength) break;
    quoted = longer;
  }
  return quoted + encode(' …');
}
