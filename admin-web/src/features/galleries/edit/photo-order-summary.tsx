import type { PhotoView } from '@portfolio/contracts';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { useMissingPhotos } from '../picker/use-photos-by-id.ts';

/** Photos shown of each order. */
const MAX_SHOWN = 8;

export interface PhotoOrderSummaryProps {
  ids: number[];
  /** The order to compare with: the summary starts at the first difference. */
  other: number[];
  /** Photos that need not be fetched. */
  loaded: PhotoView[];
}

/** Titles of photos in order. */
export function PhotoOrderSummary({ ids, other, loaded }: PhotoOrderSummaryProps) {
  const start = ids.findIndex((id, index) => id !== other[index]);
  const shown = start === -1 ? [] : ids.slice(start, start + MAX_SHOWN);
  const titles = new Map(loaded.map(({ id, title }) => [id, title]));
  const { found } = useMissingPhotos(shown.filter((id) => !titles.has(id)));
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
