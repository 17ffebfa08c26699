import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Former default texts, which 'Reset to default' stored. */
const INVENTED = {
  about_story: [
    'I am a photographer of quiet places: coasts in bad weather, high ground before the day begins, and deserts when the sun is low.',
    'I began with a borrowed camera on a winter ferry and have carried one ever since. I work slowly, mostly alone, and go back to the same few places year after year, because a place shows itself only to those who return.',
    'The pictures on these pages are what stayed after everything that was merely pretty had been put away.',
  ].join('\n\n'),
  about_authenticity:
    'I show what was there. Nothing is moved into the frame, and nothing that belonged to it is taken out.',
  about_moment:
    'Light lasts a breath. Most of the work is walking, waiting and being in the right place when it comes.',
  about_expression: 'A picture is finished when it says what the place felt like, and not a word more.',
  contact_intro: 'For prints, commissions and exhibitions, or to say what a picture made you think of.',
  contact_email: 'hello@example.com',
  contact_phone: '+1 555 0100',
  contact_address: '12 Harbour Street, Northport',
  imprint: '12 Harbour Street\nNorthport',
};

/** Unsets texts equal to a former default (record 62). A text that differs in one letter stays. */
export class NoInventedTexts1763771000000 implements MigrationInterface {
  name = 'NoInventedTexts1763771000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `delete from settings using unnest($1::text[], $2::text[]) as invented (name, value)
       where settings.name = invented.name
         and btrim(replace(settings.value, E'\\r\\n', E'\\n'), E' \\n') = invented.value`,
      [Object.keys(INVENTED), Object.values(INVENTED)],
    );
  }

  /** Nothing to restore: older versions show these texts for a setting without a row. */
  async down(): Promise<void> {}
}
