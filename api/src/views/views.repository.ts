import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ReferrerView, ViewDayView } from '@portfolio/contracts';
import { PUBLIC, readSiteDay } from '@portfolio/database';
import { DataSource } from 'typeorm';
import type { PageKey } from './view-counter.ts';

interface HashedView extends PageKey {
  referrer?: string;
  visitor: string;
}

export type Period = [from: string, to: string];

/** A page by its stored path, which has the id of a gallery. */
export interface ViewedPage {
  path: string;
  title: string | null;
  /** Of a gallery. */
  slug: string | null;
  views: number;
}

/** Domains of one day: programs can make up any number. */
const MAX_DOMAINS = 1_000;

/** Id in a stored path of photos or galleries, as SQL. */
const idIn = (kind: string) =>
  `case when viewed.page like '/${kind}/%' then split_part(viewed.page, '/', 3)::integer end`;

@Injectable()
export class ViewsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  today(): Promise<string> {
    return readSiteDay(this.database);
  }

  /** The present day and its salt, which the first view of a day creates. Deletes earlier ones with their hashes. */
  async openDay(): Promise<{ day: string; salt: string }> {
    const day = await this.today();
    const [row] = await this.database.query<[{ salt: string }]>(
      `with past as (delete from visitor_salts where day < $1::date)
       insert into visitor_salts (day) values ($1) on conflict (day) do update set day = excluded.day returning salt`,
      [day],
    );
    return { day, salt: row.salt };
  }

  /**
   * Adds the views of pages that visitors may see, in one statement. Sorted rows prevent deadlocks of processes. Paths of
   * tags that exceed the column are not counted.
   */
  async add(day: string, views: HashedView[]): Promise<void> {
    await this.database.query(
      `with shown as materialized (
         select * from (
           select coalesce(path, '/photo/' || photo.id, '/gallery/' || gallery.id,
             case when ${PUBLIC.tagPage('tag_key(seen.tag)')} then '/tags/' || tag_key(seen.tag) end) as page,
             referrer, visitor
           from json_to_recordset($2)
             as seen (path text, "photoId" integer, slug text, tag text, referrer text, visitor text)
           left join photos photo on photo.id = "photoId" and ${PUBLIC.photo('photo')}
           left join galleries gallery on gallery.slug = seen.slug and ${PUBLIC.galleryPage('gallery')}) paged
         where char_length(page) <= 300
       ), viewed as (
         insert into page_views (day, page, views)
         select $1::date, page, count(*) from shown group by page order by page
         on conflict (day, page) do update set views = page_views.views + excluded.views
       ), referred as (
         insert into referrer_views (day, domain, views)
         select $1::date, referrer, count(*) from shown where referrer is not null
           and ((select count(*) from referrer_views where day = $1::date) < ${MAX_DOMAINS}
             or exists (select from referrer_views known where known.day = $1::date and known.domain = referrer))
         group by referrer order by referrer
         on conflict (day, domain) do update set views = referrer_views.views + excluded.views
       ), new_visitors as (
         insert into visitor_hashes (day, hash)
         select distinct $1::date, decode(visitor, 'hex') from shown order by 2
         on conflict do nothing returning 1
       )
       insert into visitor_counts (day, visitors) select $1::date, count(*) from new_visitors
       on conflict (day) do update set visitors = visitor_counts.visitors + excluded.visitors`,
      [day, JSON.stringify(views)],
    );
  }

  days(period: Period): Promise<ViewDayView[]> {
    return this.database.query(
      `select day::text, coalesce(sum(page_views.views), 0)::integer as views, coalesce(max(visitors), 0) as visitors
       from (select $1::date + passed as day from generate_series(0, $2::date - $1::date) passed) days
       left join page_views using (day) left join visitor_counts using (day)
       group by day order by day`,
      period,
    );
  }

  /** @param limit all without it */
  pages(period: Period, limit?: number): Promise<ViewedPage[]> {
    return this.database.query(
      `select viewed.page as path, viewed.views, gallery.slug,
         coalesce(photo.title, gallery.title, substring(viewed.page from '^/tags/(.*)')) as title
       from (
         select page, sum(views)::integer as views from page_views where day between $1 and $2
         group by page order by views desc, page limit $3) viewed
       left join photos photo on photo.id = ${idIn('photo')} and photo.deleted_at is null
       left join galleries gallery on gallery.id = ${idIn('gallery')} and gallery.deleted_at is null
       order by viewed.views desc, viewed.page`,
      [...period, limit],
    );
  }

  /** @param limit all without it */
  referrers(period: Period, limit?: number): Promise<ReferrerView[]> {
    return this.database.query(
      `select domain, sum(views)::integer as views from referrer_views where day between $1 and $2
       group by domain order by views desc, domain limit $3`,
      [...period, limit],
    );
  }
}
