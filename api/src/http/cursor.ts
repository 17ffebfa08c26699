import { LIMITS, MAX_ID, type PageQuery, type PhotoSort } from '@portfolio/contracts';
import { AppError } from './app-error.ts';

/** Start and length of a page. */
export interface PageWindow {
  /** Id of the last item of the previous page. */
  after: number | undefined;
  limit: number;
}

const INVALID_CURSOR = 'cursor is not one that this list gave';

/** Values of a row in the columns that its list is sorted by. */
export type SortValues = (number | string)[];

/** Page of a list that is sorted by more than an id. */
export interface SortedWindow {
  after: SortValues | undefined;
  limit: number;
}

/** Paged lists: each refuses the cursors of the others. */
export type ListName =
  | 'photos'
  | `photos-by-${PhotoSort}`
  | `gallery-${number}`
  | 'galleries'
  | 'comments'
  | 'moderated-comments'
  | 'news'
  | 'failed-jobs'
  | 'unread-messages'
  | 'read-messages';

/**
 * Reads a cursor.
 *
 * @param lists several for a list of sections
 * @returns the page, with the name of the cursor's list
 * @throws AppError for a cursor of another list
 */
export function readPage<L extends ListName>(
  lists: L | readonly L[],
  { cursor, limit = LIMITS.page.default }: PageQuery,
): PageWindow & { list: L | undefined } {
  if (cursor === undefined) return { list: undefined, after: undefined, limit };
  const [name, id] = Buffer.from(cursor, 'base64url').toString().split(':');
  const list = (typeof lists === 'string' ? [lists] : lists).find((known) => known === name);
  const after = /^\d{1,10}$/.test(id ?? '') ? Number(id) : Infinity;
  // Encoding it again detects anything beside list and id.
  if (list === undefined || after > MAX_ID || writeCursor(list, after) !== cursor) {
    throw AppError.at('cursor', 'request.invalid', INVALID_CURSOR);
  }
  return { list, after, limit };
}

/**
 * Reads a cursor of sort values.
 *
 * @param types of the values that the list is sorted by
 * @throws AppError for a cursor of another list
 */
export function readSortedPage(
  list: ListName,
  types: ('number' | 'string')[],
  { cursor, limit = LIMITS.page.default }: PageQuery,
): SortedWindow {
  if (cursor === undefined) return { after: undefined, limit };
  const after = sortValues(Buffer.from(cursor, 'base64url').toString().slice(`${list}:`.length));
  const isWhole = after.length === types.length && after.every((value, i) => typeof value === types[i]);
  if (!isWhole || writeCursor(list, after) !== cursor) throw AppError.at('cursor', 'request.invalid', INVALID_CURSOR);
  return { after, limit };
}

/** @returns [] for values that the database cannot compare */
function sortValues(text: string): SortValues {
  try {
    const values = JSON.parse(`[${text}]`) as unknown[];
    const isValue = (value: unknown) =>
      typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && !value.includes('\0');
    return values.every(isValue) ? (values as SortValues) : [];
  } catch {
    return [];
  }
}

/**
 * Cuts a page from rows, of which the query reads one more than the limit.
 *
 * @param list name of the list, or of the section of a row
 * @returns the rows, and the cursor of the next page or null
 */
export function cutPage<T>(
  list: ListName | ((row: T) => ListName),
  rows: T[],
  limit: number,
  positionOf: (row: T) => number | SortValues,
) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next_cursor =
    rows.length > limit && last !== undefined
      ? writeCursor(typeof list === 'string' ? list : list(last), positionOf(last))
      : null;
  return { page, next_cursor };
}

const writeCursor = (list: ListName, after: number | SortValues) =>
  Buffer.from(`${list}:${JSON.stringify([after].flat()).slice(1, -1)}`).toString('base64url');
