import slugify from '@sindresorhus/slugify';
import { LIMITS } from '@portfolio/contracts';

/**
 * A URL identifier made of a title, no longer than one may be: "Über den Hügeln, 2026" gives "ueber-den-huegeln-2026",
 * "Белые ночи" "belye-nochi".
 */
export const slugFromTitle = (title: string): string =>
  slugify(title.normalize('NFKC'), { decamelize: false }).slice(0, LIMITS.slug).replace(/-$/, '');
