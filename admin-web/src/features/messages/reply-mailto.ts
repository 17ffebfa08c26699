import type { MessageView } from '@portfolio/contracts';

/** Encoded lengths in characters; Windows truncates `mailto:` addresses near 2,048. */
const MAX_LENGTH = 1_900;
const MAX_TITLE_LENGTH = 600;
const MAX_NAME_LENGTH = 400;

/** Removes line breaks, which would begin another header of the mail. */
const toSingleLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Encodes text; a lone surrogate, which has no encoding, becomes U+FFFD. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** `mailto:` address without a text. */
export const toMailto = (email: string): string => `mailto:${encode(email).replaceAll('%40', '@')}`;

/** `mailto:` address of a reply, with the message quoted as far as it fits. A long subject or name is cut. */
export function replyMailto(
  { name, email, subject, message, created_at }: MessageView,
  dayFormat: Intl.DateTimeFormat,
): string {
  const original = toSingleLine(subject);
  const encodedTitle = encodeShortened(/^re:/i.test(original) ? original : `Re: ${original}`, MAX_TITLE_LENGTH);
  const encodedAuthor = encodeShortened(toSingleLine(name), MAX_NAME_LENGTH);
  const encodedDay = encode(`\r\n\r\nOn ${dayFormat.format(new Date(created_at))}, `);
  const encodedOpening = `${encodedDay}${encodedAuthor}${encode(' wrote:\r\n')}`;
  const start = `${toMailto(email)}?subject=${encodedTitle}&body=${encodedOpening}`;
  const quote = message.split(/\r\n|\r|\n/).map((line) => `> ${line}`);
  return start + encodeShortened(quote.join('\r\n'), MAX_LENGTH - start.length);
}

/** Encodes a text. @param maxLength of the result; longer texts are cut, with an ellipsis */
function encodeShortened(text: string, maxLength: number): string {
  const whole = encode(text);
  if (whole.length <= maxLength) return whole;
  let shortened = '';
  for (const part of text.match(/\s*\S{1,20}/gu) ?? []) {
    const longer = shortened + encode(part);
    if (longer.length + encode(' …').length > maxLength) break;
    shortened = longer;
  }
  return shortened + encode(' …');
}
