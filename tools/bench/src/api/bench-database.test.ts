import { expect, it } from '@jest/globals';
import { createDataSource, NO_LIMITS, PUBLIC } from '@portfolio/database';
import { createTestDatabase } from '@portfolio/testing';
import { CALLS } from '../scale/calls.ts';
import { seedStatements, SMALL, type Size } from './bench-database.ts';

it('lists of tags and of photos for sale have the same length at each size', async () => {
  const [small, large] = [await listLengths(SMALL), await listLengths({ ...SMALL, photos: 1_000 })];

  expect(small).toEqual(large);
});

async function listLengths(size: Size): Promise<object> {
  const { url, drop } = await createTestDatabase();
  const database = await createDataSource({ url, poolSize: 1, limits: NO_LIMITS }).initialize();
  try {
    for (const statement of seedStatements(size)) await database.query(statement);
    const forSale = CALLS.find(({ who, path }) => who === 'visitor' && String(path).includes('for_sale'))!;
    const limit = new URL(String(forSale.path), 'http://site.example').searchParams.get('limit');
    const [lengths] = await database.query<object[]>(
      `select count(distinct tag) as tags, count(distinct tag) filter (where is_public) as public_tags,
         least(${limit}, count(distinct photo_id) filter (where is_public and is_for_sale)) as for_sale
       from photo_tags join (
         select photo_id, is_for_sale, ${PUBLIC.listing('listing')} as is_public from photo_listings listing
       ) listing using (photo_id)`,
    );
    return lengths!;
  } finally {
    await database.destroy();
    await drop();
  }
}
