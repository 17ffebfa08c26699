import { wellFormed, type InterludeView } from '@portfolio/contracts';
import type { Interlude, Viewer } from '@portfolio/database';
import type { EntityManager } from 'typeorm';
import { conditionsFor, ENTRIES_OF_GALLERY } from './visible-photos.ts';

/** Texts and pauses between photos that the viewer sees; the administrator gets those at both ends too. */
export async function listInterludes(
  manager: EntityManager,
  viewer: Viewer,
  galleryId: number,
): Promise<InterludeView[]> {
  const { visible } = conditionsFor(viewer);
  const photo = (comparison: string) => `(
    select entry.photo_id from ${ENTRIES_OF_GALLERY} and ${visible} and entry.position ${comparison} (item.value ->> 'position')::int
    order by entry.position limit 1)`;
  const rows = await manager.query<(InterludeView & { after: number | null })[]>(
    `select item.value ->> 'text' as text, ${photo('>=')} as before, ${photo('<')} as after
     from galleries gallery cross join jsonb_array_elements(gallery.interludes) with ordinality as item (value, rank)
     where gallery.id = $1 order by item.rank`,
    [galleryId],
  );
  return rows
    .filter(({ before, after }) => viewer === 'administrator' || (before !== null && after !== null))
    .map(({ before, text }) => ({ before, text }));
}

/** Positions of texts and pauses in an order of photos. Those before a photo that is not in the order go to the end. */
export const placeInterludes = (interludes: InterludeView[], order: number[]): Interlude[] =>
  interludes
    .map(({ before, text }) => {
      const index = before === null ? -1 : order.indexOf(before);
      return { position: index < 0 ? order.length : index, text: text && wellFormed(text) };
    })
    .sort((one, other) => one.position - other.position);

/** Interludes for the new order; one whose photo is removed moves to the next remaining photo. */
export async function readInterludesForOrder(
  transaction: EntityManager,
  id: number,
  order: number[],
): Promise<Interlude[]> {
  const found = await transaction.query<InterludeView[]>(
    `select item.value ->> 'text' as text, (
       select entry.photo_id from ${ENTRIES_OF_GALLERY} and entry.photo_id = any($2::int[])
         and entry.position >= (item.value ->> 'position')::int
       order by entry.position limit 1) as before
     from galleries gallery cross join jsonb_array_elements(gallery.interludes) with ordinality as item (value, rank)
     where gallery.id = $1 order by item.rank`,
    [id, order],
  );
  return placeInterludes(found, order);
}
