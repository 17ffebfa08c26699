import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a photo as the picture of a news item. */
export class NewsPictures1763806000000 implements MigrationInterface {
  name = 'NewsPictures1763806000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table news_items
        add column photo_id integer,
        add constraint news_items_photo_fkey foreign key (photo_id) references photos (id) on delete set null`);
    await runner.query('create index news_items_photo on news_items (photo_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table news_items drop column photo_id');
  }
}
