import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type TrashKind } from '@portfolio/contracts';
import { deleteTrashed, exclusiveTransaction, Photo, restoreFromTrash, type TrashedIds } from '@portfolio/database';
import { DataSource, In } from 'typeorm';

interface TrashRow {
  kind: TrashKind;
  id: number;
  title: string | null;
  text: string | null;
  deletedAt: Date;
}

/** Maximum characters of a text in the list. */
const EXCERPT_LENGTH = 300;

/** Rows in the trash by kind: table, title and text, in SQL. */
const ROWS: Record<TrashKind, { from: string; title: string; text: string }> = {
  photo: { from: 'photos entry where', title: 'entry.title', text: 'null' },
  gallery: { from: 'galleries entry where', title: 'entry.title', text: 'null' },
  comment: {
    // Comments deleted with their photo are restored with it.
    from: `comments entry join photos photo on photo.id = entry.photo_id
           where entry.deleted_at is distinct from photo.deleted_at and`,
    title: 'entry.author_name',
    text: 'entry.content',
  },
  message: { from: 'messages entry where', title: 'entry.subject', text: 'entry.content' },
  news: { from: 'news_items entry where', title: 'entry.headline', text: 'entry.content' },
};

@Injectable()
export class TrashRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Rows after the cursor, latest deletion first, one more than the page, with their photos and the total. */
  async list(after: { deletedAt: Date; kind: string; id: number }, limit: number) {
    const parts = Object.entries(ROWS).map(
      ([kind, { from, title, text }]) => `(
        select '${kind}' as kind, entry.id, ${title} as title, left(${text}, ${EXCERPT_LENGTH}) as text,
          entry.deleted_at as "deletedAt"
        from ${from} entry.deleted_at is not null and entry.deleted_at <= $1
          and (entry.deleted_at < $1 or ('${kind}', -entry.id::bigint) > ($2::text collate "C", -$3::bigint))
        order by entry.deleted_at desc, entry.id desc limit $4)`,
    );
    const rows = await this.database.query<TrashRow[]>(
      `select * from (${parts.join(' union all ')}) listed
       order by "deletedAt" desc, kind collate "C", id desc limit $4`,
      [after.deletedAt, after.kind, after.id, limit + 1],
    );
    const ids = rows.filter(({ kind }) => kind === 'photo').map(({ id }) => id);
    const [photos, total] = await Promise.all([
      this.database.getRepository(Photo).find({ where: { id: In(ids) }, withDeleted: true }),
      this.count(),
    ]);
    return { rows, photos, total };
  }

  async count(): Promise<number> {
    const counts = Object.values(ROWS).map(({ from }) => `(select count(*) from ${from} entry.deleted_at is not null)`);
    const [row] = await this.database.query<[{ total: number }]>(`select (${counts.join(' + ')})::int as total`);
    return row.total;
  }

  restore(ids: TrashedIds): Promise<number> {
    return exclusiveTransaction(this.database.manager, (transaction) => restoreFromTrash(transaction, ids));
  }

  /** Deletes at most `LIMITS.batch` trashed rows of a kind. @param ids rows of any id by default */
  remove(kind: TrashKind, ids?: number[]) {
    return deleteTrashed(this.database.manager, kind, { ...(ids && { ids }), limit: LIMITS.batch });
  }
}
