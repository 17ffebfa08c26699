import { LIMITS, MAX_ID, type PageQuery, type PhotoSort } from '@portfolio/contracts';
import { AppError } from './app-error.ts';

/** Where a page of a list begins and how long it is. */
export interface PageWindow {
  /** Id of the last item of the page before. */
  after: number | undefined;
  limit: number;
}

const FOREIGN = 'cursor is not one that this list gave';

/** What the last row of a page has in the columns that its list is ordered by. */
export type SortValues = (number | string)[];

/** The same as a page window, for a list that is ordered by more than an id. */
export interface SortedWindow {
  after: SortValues | undefined;
  limit: number;
}

/** Lists that page; a cursor of one is refused by the others. Each gallery's photos are a list of their own. */
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
 * @param lists several for a list of sections, each with a name of its own
 * @returns with the name of the list that the cursor leads into, where there is a cursor
 * @throws AppError for a cursor that this list did not give out
 */
export function readPage<L extends ListName>(
  lists: L | readonly L[],
  { cursor, limit = LIMITS.page.default }: PageQuery,
): PageWindow & { list: L | undefined } {
  if (cursor === undefined) return { list: undefined, after: undefined, limit };
  const [name, id] = Buffer.from(cursor, 'base64url').toString().split(':');
  const list = (typeof lists === 'string' ? [lists] : lists).find((known) => known === name);
  const after = /^\d{1,10}$/.test(id ?? '') ? Number(id) : Infinity;
  // Written again it has to be the same, or there was more in it than a list and an id.
  if (list === undefined || after > MAX_ID || writeCursor(list, after) !== cursor) {
    throw AppError.at('cursor', 'request.invalid', FOREIGN);
  }
  return { list, after, limit };
}

/**
 * @param types of the values that the list is ordered by
 * @throws AppError for a cursor that this list did not give out
 */
export function readSortedPage(
  list: ListName,
  types: ('number' | 'string')[],
  { cursor, limit = LIMITS.page.default }: PageQuery,
): SortedWindow {
  if (cursor === undefined) return { after: undefined, limit };
  const after = sortValues(Buffer.from(cursor, 'base64url').toString().slice(`${list}:`.length));
  const isWhole = after.length === types.length && after.every((value, i) => typeof value === types[i]);
  if (!isWhole || writeCursor(list, after) !== cursor) throw AppError.at('cursor', 'request.invalid', FOREIGN);
  return { after, limit };
}

/** @returns nothing where it is none, or has what the database could not compare */
function sortValues(written: string): SortValues {
  try {
    const values = JSON.parse(`[${written}]`) as unknown[];
    const isValue = (value: unknown) =>
      typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && !value.includes('\0');
    return values.every(isValue) ? (values as SortValues) : [];
  } catch {
    return [];
  }
}

/**
 * Cuts a page from rows of which one more than the limit was read.
 *
 * @param list its name, or for a list of sections the name of the section that a row is in
 * @returns the page's rows, and the cursor of the next page where there is one
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
