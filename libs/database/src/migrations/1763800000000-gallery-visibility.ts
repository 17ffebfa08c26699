import type { MigrationInterface, QueryRunner } from 'typeorm';
import { stampContent } from './1763750000000-visible-content.ts';

/** Condition of each trigger of the content version on galleries. @param seen SQL for a row that visitors may see */
const stampsOf = (seen: (row: 'old' | 'new') => string) => ({
  insert: seen('new'),
  update: `(${seen('old')} or ${seen('new')}) and to_jsonb(old) <> to_jsonb(new)`,
  delete: seen('old'),
});

/**
 * Adds unlisted and private galleries (record 58). `is_active` stays, and is true for public ones: triggers, lists and
 * processes of the previous version read it.
 */
export class GalleryVisibility1763800000000 implements MigrationInterface {
  name = 'GalleryVisibility1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table galleries
        add column visibility text not null default 'public',
        add column password_hash text,
        add constraint galleries_visibility_known check (visibility in ('public', 'unlisted', 'private', 'hidden')),
        add constraint galleries_private_password check (visibility <> 'private' or password_hash is not null)`);
    await runner.query(`update galleries set visibility = 'hidden' where not is_active`);
    // Runs the deferred triggers of the content version, which would block the next statement.
    await runner.query('set constraints all immediate');
    await runner.query('set constraints all deferred');
    // Restoring an older backup drops tables only, so the function may exist.
    await runner.query(`
      create or replace function match_gallery_visibility() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if not new.is_active and new.visibility = 'public' then
            new.visibility := 'hidden';
          end if;
        elsif new.is_active <> old.is_active and new.visibility = old.visibility then
          new.visibility := case when new.is_active then 'public' else 'hidden' end;
        end if;
        new.is_active := new.visibility = 'public';
        return new;
      end $$`);
    await runner.query(`
      create trigger galleries_match_visibility before insert or update on galleries
      for each row execute function match_gallery_visibility()`);
    await runner.query(stampContent(`gallery.visibility in ('private', 'hidden')`));
    // Photos of an open gallery, as `PUBLIC.inGallery`.
    await runner.query(
      `create index photo_listings_in_galleries on photo_listings (photo_id) where status = 'ready' and visibility = 'public'`,
    );
    // Of a private gallery visitors see the title.
    await this.stamp(runner, (row) => `${row}.visibility <> 'hidden'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index photo_listings_in_galleries');
    await this.stamp(runner, (row) => `${row}.is_active`);
    await runner.query(stampContent('not gallery.is_active'));
    await runner.query('drop function match_gallery_visibility() cascade');
    await runner.query('alter table galleries drop column visibility, drop column password_hash');
  }

  private async stamp(runner: QueryRunner, seen: (row: 'old' | 'new') => string): Promise<void> {
    for (const [change, when] of Object.entries(stampsOf(seen))) {
      await runner.query(`drop trigger galleries_stamp_${change} on galleries`);
      await runner.query(`
        create constraint trigger galleries_stamp_${change} after ${change} on galleries
        deferrable initially deferred for each row when (${when}) execute function stamp_content()`);
    }
  }
}
