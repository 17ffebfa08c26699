import { distinctTags, LIMITS, tagKey, type TagView } from '@portfolio/contracts';
import { PUBLIC, SHOWS_TAGS, type Viewer } from '@portfolio/database';
import type { EntityManager } from 'typeorm';

const shownTo = (viewer: Viewer) => (viewer === 'visitor' ? SHOWS_TAGS : 'true');

/** Photos with the tag of the parameter `tag`, where the viewer sees tags. */
export const tagged = (viewer: Viewer) =>
  `select photo_id from photo_tags where tag = tag_key(:tag) and ${shownTo(viewer)}`;

/** Tags of the photos in the viewer's lists, the most used first, each in its most frequent spelling. */
export const listTags = (manager: EntityManager, viewer: Viewer): Promise<TagView[]> =>
  manager.query(
    `select mode() within group (order by name) as name, count(*)::int as photo_count
     from photo_tags join photo_listings listing using (photo_id)
     where ${shownTo(viewer)} and ${viewer === 'visitor' ? PUBLIC.listing('listing') : 'true'}
     group by tag order by photo_count desc, tag limit ${LIMITS.tagList}`,
  );

/** Adds and removes tags of locked photos. @returns false, and changes nothing, where a photo would have too many */
export async function changeTags(
  transaction: EntityManager,
  photoIds: number[],
  added: string[] = [],
  removed: string[] = [],
): Promise<boolean> {
  const keys = new Set(removed.map(tagKey));
  const photos = await transaction.query<{ id: number; keywords: string[] }[]>(
    'select id, keywords from photos where id = any($1::int[])',
    [photoIds],
  );
  const changed = photos.map(({ id, keywords }) => ({
    id,
    tags: distinctTags([...keywords.filter((tag) => !keys.has(tagKey(tag))), ...added]),
  }));
  if (changed.some(({ tags }) => tags.length > LIMITS.keywords)) return false;
  await transaction.query(
    `update photos set keywords = array(select jsonb_array_elements_text(changed.tags))
     from jsonb_to_recordset($1) changed(id int, tags jsonb) where photos.id = changed.id`,
    [JSON.stringify(changed)],
  );
  return true;
}
