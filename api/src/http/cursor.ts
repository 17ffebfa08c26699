import { LIMITS, MAX_ID, type PageQuery, type PhotoSort } from '@portfolio/contracts';
import { AppError } from './app-error.ts';

/** Start and length of a page. */
export interface PageRange {
  /** Id of the last item of the previous page, or its position in the list of galleries. */
  after: number | undefined;
  limit: number;
}

/** Values of a row in the columns that its list is sorted by. */
export type SortValues = (number | string)[];

/** Start and length of a page of a list that is sorted by more than an id. */
export interface SortedPageRange {
  after: SortValues | undefined;
  limit: number;
}

/** Paged lists: each refuses the cursors of the others. */
type ListName =
  | 'photos'
  | `photos-by-${PhotoSort}`
  | `gallery-photos-${number}`
  | 'galleries'
  | 'comments'
  | 'moderated-comments'
  | 'blocked-senders'
  | 'news'
  | 'failed-jobs'
  | 'trash'
  | 'unread-messages'
  | 'read-messages';

/**
 * Reads a page of a list that is sorted by id or position.
 *
 * @param lists name of the list; several where it has sections, such as unread and read messages
 * @returns the page, with the name of the cursor's list
 * @throws AppError for a cursor of another list
 */
export function readPage<L extends ListName>(
  lists: L | readonly L[],
  { cursor, limit = LIMITS.page.default }: PageQuery,
): PageRange & { list: L | undefined } {
  if (cursor === undefined) return { list: undefined, after: undefined, limit };
  const { list, values } = decodeCursor([lists].flat() as L[], ['number'], cursor);
  const after = Number(values[0]);
  if (after < 0 || after > MAX_ID) throw invalidCursor();
  return { list, after, limit };
}

/**
 * Reads a page of a list that is sorted by several values.
 *
 * @param types of the values
 * @throws AppError for a cursor of another list
 */
export function readSortedPage(
  list: ListName,
  types: ('number' | 'string')[],
  { cursor, limit = LIMITS.page.default }: PageQuery,
): SortedPageRange {
  return { after: cursor === undefined ? undefined : decodeCursor([list], types, cursor).values, limit };
}

const invalidCursor = () => AppError.at('cursor', 'request.invalid', 'cursor is not one that this list gave');

function decodeCursor<L extends ListName>(lists: L[], types: ('number' | 'string')[], cursor: string) {
  const text = Buffer.from(cursor, 'base64url').toString();
  const list = lists.find((name) => text.startsWith(`${name}:`));
  if (list === undefined) throw invalidCursor();
  const values = parseValues(text.slice(list.length + 1));
  const isValid = values.length === types.length && values.every((value, i) => typeof value === types[i]);
  // Encoding it again detects any other spelling.
  if (!isValid || encodeCursor(list, values) !== cursor) throw invalidCursor();
  return { list, values };
}

/** @returns [] for values that the database cannot compare */
function parseValues(text: string): SortValues {
  try {
    const values = JSON.parse(`[${text}]`) as unknown[];
    const isComparable = (value: unknown) =>
      typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && !value.includes('\0');
    return values.every(isComparable) ? (values as SortValues) : [];
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
      ? encodeCursor(typeof list === 'string' ? list : list(last), positionOf(last))
      : null;
  return { page, next_cursor };
}

const encodeCursor = (list: ListName, after: number | SortValues) =>
  Buffer.from(`${list}:${JSON.stringify([after].flat()).slice(1, -1)}`).toString('base64url');
