import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '@portfolio/storage';

/** Whether the asker has the file already: one of the tags in `If-None-Match` is its tag, weak or not (RFC 9110, 13.1.2). */
export function isFresh({ 'if-none-match': known = '' }: IncomingHttpHeaders, etag: string): boolean {
  return (known.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** Whether the asker wants the file only if there is none. */
export const isForNone = ({ 'if-none-match': known }: IncomingHttpHeaders) => known?.trim() === '*';

/**
 * Which part of a file `Range` asks for (RFC 9110, 14.2).
 *
 * @param bytes size of the file
 * @returns undefined for the whole file, which is also the answer to several ranges, to what cannot be read, and to a
 *   range of another version (`If-Range`); 'outside' where the file has no such part
 */
export function wantedRange(
  headers: IncomingHttpHeaders,
  etag: string,
  bytes: number,
): ByteRange | 'outside' | undefined {
  const { range = '', 'if-range': version } = headers;
  // Compared strongly, as the rule asks: a weak tag or a date never fits.
  if (version !== undefined && version !== etag) return undefined;
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return fromTo(Math.max(0, bytes - Number(last)), bytes - 1);
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return fromTo(Number(first), last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1));
}

const fromTo = (start: number, end: number) => (start <= end ? { start, end } : 'outside');
