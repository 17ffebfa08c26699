import { LIMITS, type PhotoSort } from '@portfolio/contracts';
import type { Photo } from '@portfolio/database';
import type { SelectQueryBuilder } from 'typeorm';
import type { SortValues } from '../http/cursor.ts';

/** A sort expression over `photo`, never null. */
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
/** Collation with numeric order: 2 before 10. */
const NATURAL = 'natural_order';

/** Expression of the index photos_upload_order. */
const BATCH = 'coalesce(photo.batch_order, photo.id)';
/** In brackets: TypeORM would rename the plain column. */
const ID = '(photo.id)';
const IN_BATCH = [number('coalesce(photo.batch_place, 0)'), number(ID)];
const NEWEST = [number(BATCH, 'DESC'), ...IN_BATCH];

/** Sort keys of each order, most significant first. The last one is unique. */
const SORTS: Record<PhotoSort, SortKey[]> = {
  newest: NEWEST,
  oldest: [number(BATCH), ...IN_BATCH],
  // Truncated, so that cursors stay short.
  title: [text(`left(photo.title, ${LIMITS.title})`, NATURAL), ...NEWEST],
  file_name: [number('(photo.file_name is null)::int'), text(`coalesce(photo.file_name, '')`, NATURAL), ...NEWEST],
  capture_date: [number('(photo.captured_at is null)::int'), text(`coalesce(photo.captured_at, '')`, '"C"'), ...NEWEST],
};

export const sortTypes = (sort: PhotoSort) => SORTS[sort].map(({ type }) => type);

/** Sorts photos, after the row with these values; each row gets its values as `sort_0`, `sort_1`, … */
export function orderPhotos(photos: SelectQueryBuilder<Photo>, sort: PhotoSort, after?: SortValues): void {
  SORTS[sort].forEach(({ sql, direction }, index) => {
    photos.addSelect(sql, `sort_${index}`).addOrderBy(`sort_${index}`, direction);
  });
  if (!after) return;
  photos.andWhere(isAfter(SORTS[sort]), Object.fromEntries(after.map((value, index) => [`after_${index}`, value])));
}

/** Sort values of a row of `orderPhotos`. */
export const sortValuesOf = (sort: PhotoSort, raw: object): SortValues =>
  SORTS[sort].map(({ type }, index) => {
    const value: unknown = raw[`sort_${index}` as keyof typeof raw];
    // pg returns a bigint as text.
    return type === 'number' ? Number(value) : String(value);
  });

/** Keyset condition. Row comparison does not work with mixed directions. The bound on the first key uses the index. */
function isAfter([first, ...rest]: SortKey[], index = 0): string {
  if (!first) return 'false';
  const { sql, type, direction } = first;
  const value = type === 'number' ? `:after_${index}::bigint` : `:after_${index}::text`;
  const beyond = direction === 'ASC' ? '>' : '<';
  return `(${sql} ${beyond}= ${value} and (${sql} ${beyond} ${value} or ${isAfter(rest, index + 1)}))`;
}
