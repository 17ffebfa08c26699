import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '@portfolio/storage';
import fresh from 'fresh';

/** Whether `If-None-Match` lists the tag, weak or not (RFC 9110, 13.1.2); `*` is checked by `matchesAny`. */
export const isFresh = ({ 'if-none-match': tags = '' }: IncomingHttpHeaders, etag: string): boolean =>
  tags.trim() !== '*' && fresh({ 'if-none-match': tags }, { etag });

/** Whether `If-None-Match` matches any existing file. */
export const matchesAny = ({ 'if-none-match': tags }: IncomingHttpHeaders): boolean => tags?.trim() === '*';

/**
 * Parses `Range` (RFC 9110, 14.2). `range-parser` would answer 416 to a suffix longer than the file, and to an invalid range.
 *
 * @param bytes size of the file
 * @returns undefined for the whole file: for several or invalid ranges, and where `If-Range` names another version
 */
export function parseRange(
  headers: IncomingHttpHeaders,
  etag: string,
  bytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const { range = '', 'if-range': version } = headers;
  // A strong comparison: a weak tag or a date never matches.
  if (version !== undefined && version !== etag) return undefined;
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return fromTo(Math.max(0, bytes - Number(last)), bytes - 1);
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return fromTo(Number(first), last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1));
}

const fromTo = (start: number, end: number) => (start <= end ? { start, end } : 'unsatisfiable');
