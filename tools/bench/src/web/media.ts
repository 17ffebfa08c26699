import { statSync } from 'node:fs';
import { join } from 'node:path';

/** A rendition that everybody may see. */
export interface Picture {
  /** Its address. */
  path: string;
  /** Where it lies. */
  file: string;
  bytes: number;
}

/** Pictures that are asked for in turn. */
export interface PictureSet {
  name: string;
  pictures: Picture[];
}

/** Bytes of what is called small, middle and large. */
const SIZES = { small: 10_000, middle: 60_000, large: 400_000 };
/** Pictures of each size where many are asked for. */
const MANY = 30;

/** Of each size one picture, and those that come nearest to it. */
export async function findPictures(api: string, storage: string): Promise<PictureSet[]> {
  const { photos } = (await (await fetch(`${api}/api/photos?limit=200`)).json()) as {
    photos: { renditions: { url: string }[] }[];
  };
  const all = photos.flatMap(({ renditions }) =>
    renditions.map(({ url: path }): Picture => {
      const file = join(storage, 'renditions', path.slice('/media/'.length));
      return { path, file, bytes: statSync(file).size };
    }),
  );
  return Object.entries(SIZES).flatMap(([name, wanted]) => {
    const nearest = all.toSorted((a, b) => Math.abs(a.bytes - wanted) - Math.abs(b.bytes - wanted));
    return [
      { name: `one ${name}`, pictures: nearest.slice(0, 1) },
      { name: `many ${name}`, pictures: nearest.slice(0, MANY) },
    ];
  });
}

export const meanBytes = (pictures: Picture[]) =>
  Math.round(pictures.reduce((sum, { bytes }) => sum + bytes, 0) / pictures.length);
