import { extname } from 'node:path';
import { RENDITION_FORMATS, type RenditionFormat } from '@portfolio/contracts';
import { AppError } from '../http/app-error.ts';

const FILE_NAME = new RegExp(`^([1-9]\\d{0,4})\\.(${RENDITION_FORMATS.join('|')})$`);

/**
 * A browser keeps what it has seen for a year. A shared cache has to ask each time, which costs a query and no file, since
 * a picture that is unpublished is to be gone at once.
 */
export const PUBLIC_CACHING = `public, max-age=${365 * 24 * 60 * 60}, immutable, s-maxage=0`;

/**
 * Reads the end of a rendition's address, such as `3f9a61c2e07b/640.webp`.
 *
 * @throws AppError media.not-found where no rendition can have that address
 */
export function readRendition(version: string, file: string): { width: number; format: RenditionFormat } {
  const [, width = '', format = ''] = FILE_NAME.exec(file) ?? [];
  if (width === '' || !/^[0-9a-f]{1,64}$/.test(version)) throw new AppError('media.not-found');
  return { width: Number(width), format: format as RenditionFormat };
}

/** By the ending under which an upload is kept. */
const TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** @param key of an original */
export function typeOfOriginal(key: string): { type: string; ending: string } {
  const ending = extname(key);
  return { type: TYPES[ending] ?? 'application/octet-stream', ending };
}
