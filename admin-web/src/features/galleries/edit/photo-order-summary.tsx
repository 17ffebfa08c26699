import type { PhotoView } from '@portfolio/contracts';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { useUnknownPhotos } from '../picker/use-photos-by-id.ts';

/** Photos that are shown of an order. */
const SHOWN = 8;

export interface OrderInWordsProps {
  ids: number[];
  /** The order beside it: shown is where the two begin to differ. */
  other: number[];
  /** Photos that may be among them. */
  known: PhotoView[];
}

/** An order of photos by their titles. */
export function OrderInWords({ ids, other, known }: OrderInWordsProps) {
  const start = ids.findIndex((id, index) => id !== other[index]);
  const shown = start === -1 ? [] : ids.slice(start, start + SHOWN);
  const titles = new Map(known.map(({ id, title }) => [id, title]));
  const { found } = useUnknownPhotos(shown.filter((id) => !titles.has(id)));
  return (
    <>
      {formatPhotoCount(ids.length)}
      <ol start={start + 1}>
        {shown.map((id, index) => (
          <li key={id}>{titles.get(id) ?? found.get(id)?.title ?? `Photo ${start + index + 1}`}</li>
        ))}
      </ol>
    </>
  );
}
