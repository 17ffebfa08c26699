import { LIMITS, MAX_ID, type PageQuery } from '@portfolio/contracts';
import { AppError } from './app-error.ts';

/** Where a page of a list begins and how long it is. */
export interface PageWindow {
  /** Id of the last item of the page before. */
  after: number | undefined;
  limit: number;
}

/** Lists that page; a cursor of one is refused by the others. Each gallery's photos are a list of their own. */
export type ListName =
  | 'photos'
  | `gallery-${number}`
  | 'galleries'
  | 'comments'
  | 'moderated-comments'
  | 'news'
  | 'unread-messages'
  | 'read-messages';

/** @throws AppError for a cursor that this list did not give out */
export function readPage(list: ListName, { cursor, limit = LIMITS.page.default }: PageQuery): PageWindow {
  if (cursor === undefined) return { after: undefined, limit };
  const [name, id = ''] = Buffer.from(cursor, 'base64url').toString().split(':');
  const after = /^\d{1,10}$/.test(id) ? Number(id) : MAX_ID + 1;
  if (name !== list || after > MAX_ID) {
    throw new AppError('request.invalid', { errors: { cursor: 'cursor is not one that this list gave' } });
  }
  return { after, limit };
}

/**
 * Cuts a page from rows of which one more than the limit was read.
 *
 * @returns the page's rows, and the cursor of the next page where there is one
 */
export function cutPage<T>(list: ListName, rows: T[], limit: number, idOf: (row: T) => number) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next_cursor =
    rows.length > limit && last !== undefined ? Buffer.from(`${list}:${idOf(last)}`).toString('base64url') : null;
  return { page, next_cursor };
}
