import slugify from '@sindresorhus/slugify';

/** A URL identifier made of a title: "Über den Hügeln, 2026" gives "ueber-den-huegeln-2026", "Белые ночи" "belye-nochi". */
export const slugFromTitle = (title: string): string => slugify(title, { decamelize: false });
