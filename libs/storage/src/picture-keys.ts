/** Where every original lies, whatever it is of: its name is random. */
const ORIGINALS = 'originals';

/** Where everything of one kind of picture is kept, so that api, worker and sweep agree. */
export interface PictureKeys {
  /** The folder of all originals, of every kind. */
  originals: string;
  /** The folder of all renditions of this kind. */
  renditions: string;
  /** @param id random, so that a key is free before there is a row */
  original(id: string, extension: string): string;
  renditionsOf(id: number): string;
  version(id: number, version: string): string;
  rendition(id: number, version: string, width: number, format: string): string;
  /** The picture and the version that a rendition's key names; undefined where it is no such key. */
  place(key: string): { id: number; version: string } | undefined;
}

function pictureKeys(renditions: string): PictureKeys {
  const rendition = new RegExp(`^${renditions}/([1-9]\\d*)/([^/]+)/[^/]+$`);
  return {
    originals: ORIGINALS,
    renditions,
    original: (id, extension) => `${ORIGINALS}/${id.slice(0, 2)}/${id}.${extension}`,
    renditionsOf: (id) => `${renditions}/${id}`,
    version: (id, version) => `${renditions}/${id}/${version}`,
    rendition: (id, version, width, format) => `${renditions}/${id}/${version}/${width}.${format}`,
    place(key) {
      const [, id, version] = rendition.exec(key) ?? [];
      return id === undefined || version === undefined ? undefined : { id: Number(id), version };
    },
  };
}

export const PHOTO_KEYS = pictureKeys('renditions');
export const BACKGROUND_KEYS = pictureKeys('backgrounds');

/** Where originals go that no row speaks of. */
export const TRASH = 'trash';

/** Every folder in which a site keeps files. */
export const FILE_FOLDERS = [ORIGINALS, PHOTO_KEYS.renditions, BACKGROUND_KEYS.renditions, TRASH] as const;
