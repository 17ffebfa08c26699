import { LIMITS, type PhotoSort } from '@portfolio/contracts';
import type { Photo } from '@portfolio/database';
import type { SelectQueryBuilder } from 'typeorm';
import type { SortValues } from '../http/cursor.ts';

/** An expression over `photo` that a list is ordered by; it is never null. */
interface SortKey {
  sql: string;
  type: 'number' | 'string';
  direction: 'ASC' | 'DESC';
}

const number = (sql: string, direction: SortKey['direction'] = 'ASC'): SortKey => ({ sql, type: 'number', direction });
const text = (sql: string, collation: string): SortKey => ({
  sql: `${sql} collate ${collation}`,
  type: 'string',
  direction: 'ASC',
});
/** Numbers in it count as numbers, so that 2 is before 10. */
const NATURAL = 'natural_order';

/** The index photos_upload_order has this expression. */
const BATCH = 'coalesce(photo.batch_order, photo.id)';
/** In brackets, or TypeORM would select the column under this name alone. */
const ID = '(photo.id)';
const IN_BATCH = [number('coalesce(photo.batch_place, 0)'), number(ID)];
const NEWEST = [number(BATCH, 'DESC'), ...IN_BATCH];

/** What each order of the administrator's list compares, most significant first. The last one is unique. */
const SORTS: Record<PhotoSort, SortKey[]> = {
  newest: NEWEST,
  oldest: [number(BATCH), ...IN_BATCH],
  // So much of it that a cursor stays short.
  title: [text(`left(photo.title, ${LIMITS.title})`, NATURAL), ...NEWEST],
  file_name: [number('(photo.file_name is null)::int'), text(`coalesce(photo.file_name, '')`, NATURAL), ...NEWEST],
  capture_date: [number('(photo.captured_at is null)::int'), text(`coalesce(photo.captured_at, '')`, '"C"'), ...NEWEST],
};

export const sortTypes = (sort: PhotoSort) => SORTS[sort].map(({ type }) => type);

/** Orders photos, from behind the row with these values on; each row gets its own as `sort_0`, `sort_1`, … */
export function orderPhotos(photos: SelectQueryBuilder<Photo>, sort: PhotoSort, after?: SortValues): void {
  SORTS[sort].forEach(({ sql, direction }, index) => {
    photos.addSelect(sql, `sort_${index}`).addOrderBy(`sort_${index}`, direction);
  });
  if (!after) return;
  photos.andWhere(isBehind(SORTS[sort]), Object.fromEntries(after.map((value, index) => [`after_${index}`, value])));
}

/** @returns the values of a row that `orderPhotos` has read */
export const sortValuesOf = (sort: PhotoSort, raw: object): SortValues =>
  SORTS[sort].map(({ type }, index) => {
    const value: unknown = raw[`sort_${index}` as keyof typeof raw];
    // A bigint comes as text.
    return type === 'number' ? Number(value) : String(value);
  });

/** Where the keys differ in direction no comparison of rows can say it. The bound on the first key is for the index. */
function isBehind([first, ...rest]: SortKey[], index = 0): string {
  if (!first) return 'false';
  const { sql, type, direction } = first;
  const value = type === 'number' ? `:after_${index}::bigint` : `:after_${index}::text`;
  const beyond = direction === 'ASC' ? '>' : '<';
  return `(${sql} ${beyond}= ${value} and (${sql} ${beyond} ${value} or ${isBehind(rest, index + 1)}))`;
}
