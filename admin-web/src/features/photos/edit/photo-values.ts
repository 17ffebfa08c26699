import { distinctTags, type PhotoView, type UpdatePhoto } from '@portfolio/contracts';

export const toFormValues = ({ galleries, ...photo }: PhotoView): Required<Omit<UpdatePhoto, 'gallery_id'>> => ({
  title: photo.title,
  description: photo.description,
  alt_text: photo.alt_text,
  place: photo.facts?.place ?? null,
  tags: photo.tags,
  selling_price: photo.selling_price,
  is_for_sale: photo.is_for_sale,
  visibility: photo.visibility,
  comments_open: photo.comments_open ?? true,
  focus_x: photo.focus_x,
  focus_y: photo.focus_y,
  gallery_ids: galleries.map(({ id }) => id).sort((one, other) => one - other),
});

/** Three-way merge of lists. */
const mergeLists = <T>(before: T[], chosen: T[], now: T[]) => [
  ...now.filter((item) => chosen.includes(item) || !before.includes(item)),
  ...chosen.filter((item) => ![...before, ...now].includes(item)),
];

export const mergeTags = (before: string[] = [], chosen: string[] = [], now: string[] = []) =>
  distinctTags(mergeLists(before, chosen, now));

/** Merges gallery ids, and sorts them. */
export const mergeGalleries = (before: number[] = [], chosen: number[] = [], now: number[] = []) =>
  mergeLists(before, chosen, now).sort((one, other) => one - other);
