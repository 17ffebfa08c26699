import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the layout of a gallery's page, and texts and pauses between its photos. */
export class GalleryLayouts1763790000000 implements MigrationInterface {
  name = 'GalleryLayouts1763790000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table galleries
        add layout text not null default 'masonry'
          constraint galleries_layout_known check (layout in ('masonry', 'wall', 'column', 'grid', 'pairs')),
        add interludes jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table galleries drop layout, drop interludes');
  }
}
