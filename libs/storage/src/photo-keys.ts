/** Where everything of a photo is kept, so that api, worker and sweep agree. */
export const PHOTO_KEYS = {
  originals: 'originals',
  renditions: 'renditions',
  /** @param id random, so that a key is free before there is a row */
  original: (id: string, extension: string) => `originals/${id.slice(0, 2)}/${id}.${extension}`,
  renditionsOf: (photoId: number) => `renditions/${photoId}`,
  version: (photoId: number, version: string) => `renditions/${photoId}/${version}`,
  rendition: (photoId: number, version: string, width: number, format: string) =>
    `renditions/${photoId}/${version}/${width}.${format}`,
};

/** The photo and the version that a rendition's key names; undefined where it is no such key. */
export function renditionPlace(key: string): { photoId: number; version: string } | undefined {
  const [, photoId, version] = /^renditions\/([1-9]\d*)\/([^/]+)\/[^/]+$/.exec(key) ?? [];
  return photoId === undefined || version === undefined ? undefined : { photoId: Number(photoId), version };
}
