import type { PhotoSort } from '@portfolio/contracts';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { SortValues } from '../http/cursor.ts';

/** A sort expression over `listing`, never null and always ascending. */
interface SortKey {
  sql: string;
  type: 'number' | 'string';
  /** The cursor has the value without the sign. */
  isNegative?: boolean;
}

const number = (sql: string): SortKey => ({ sql, type: 'number' });
const text = (sql: string): SortKey => ({ sql, type: 'string' });

const BATCH = 'listing.batch_order';
const IN_BATCH = [number('listing.batch_place'), number('listing.photo_id')];
const NEWEST = [{ ...number(`-${BATCH}`), isNegative: true }, ...IN_BATCH];

/** Sort keys of each order, most significant first, with an index for each. The last one is unique. */
const SORTS: Record<PhotoSort, SortKey[]> = {
  newest: NEWEST,
  oldest: [number(BATCH), ...IN_BATCH],
  title: [text('listing.title'), ...NEWEST],
  file_name: [number(`(listing.file_name = '')::int`), text('listing.file_name'), ...NEWEST],
  capture_date: [number(`(listing.captured_at = '')::int`), text('listing.captured_at'), ...NEWEST],
};

export const sortTypes = (sort: PhotoSort) => SORTS[sort].map(({ type }) => type);

/** Sorts listings, after the row with these values; each row gets its keys as `sort_0`, `sort_1`, … */
export function orderListings(listings: SelectQueryBuilder<ObjectLiteral>, sort: PhotoSort, after?: SortValues): void {
  const keys = SORTS[sort];
  keys.forEach(({ sql }, index) => listings.addSelect(sql, `sort_${index}`).addOrderBy(`sort_${index}`));
  if (!after) return;
  const values = keys.map(({ type }, index) =>
    type === 'number' ? `:after_${index}::bigint` : `:after_${index}::text`,
  );
  listings.andWhere(
    `(${keys.map(({ sql }) => sql).join(', ')}) > (${values.join(', ')})`,
    Object.fromEntries(keys.map((key, index) => [`after_${index}`, withSign(key, after[index]!)])),
  );
}

/** Sort values of a row of `orderListings`. */
export const sortValuesOf = (sort: PhotoSort, raw: object): SortValues =>
  SORTS[sort].map((key, index) => withSign(key, raw[`sort_${index}` as keyof typeof raw]));

const withSign = ({ isNegative }: SortKey, value: number | string) => (isNegative ? -Number(value) : value);
