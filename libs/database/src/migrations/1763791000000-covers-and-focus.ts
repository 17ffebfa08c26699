import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the focal point of a photo, and cover, opening and position of a gallery. A new gallery takes the position in front of
 * all others: the negative of its id, also from a process of the previous version.
 */
export class CoversAndFocus1763791000000 implements MigrationInterface {
  name = 'CoversAndFocus1763791000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table photos
        add column focus_x real not null default 0.5,
        add column focus_y real not null default 0.5,
        add constraint photos_focus_inside check (focus_x between 0 and 1 and focus_y between 0 and 1)`);
    await runner.query('alter table gallery_photos add column is_cover boolean not null default false');
    await runner.query('create unique index gallery_photos_cover_unique on gallery_photos (gallery_id) where is_cover');
    await runner.query(`
      alter table galleries
        add column opening text not null default 'plain',
        add column position integer,
        add constraint galleries_opening_known check (opening in ('plain', 'cover'))`);
    await runner.query('update galleries set position = -id');
    // Runs the deferred triggers of the content version, which would block the next statement.
    await runner.query('set constraints all immediate');
    await runner.query('set constraints all deferred');
    await runner.query('alter table galleries alter column position set not null');
    await runner.query('create index galleries_position on galleries (position, id)');
    // Restoring an older backup drops tables only, so the function may exist.
    await runner.query(`
      create or replace function place_gallery() returns trigger language plpgsql as $$
      begin
        new.position := coalesce(new.position, -new.id);
        return new;
      end $$`);
    await runner.query(
      'create trigger galleries_place before insert on galleries for each row execute function place_gallery()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function place_gallery() cascade');
    await runner.query('alter table galleries drop column opening, drop column position');
    await runner.query('alter table gallery_photos drop column is_cover');
    await runner.query('alter table photos drop column focus_x, drop column focus_y');
  }
}
