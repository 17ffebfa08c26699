import { ERRORS } from '@portfolio/contracts';

/** First bytes of each format that the API accepts. */
const SIGNATURES = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG/,
  'image/gif': /^GIF8/,
  'image/webp': /^RIFF[^]{4}WEBP/,
};

/** Phones convert other formats to one of this list. */
export const ACCEPTED_TYPES = Object.keys(SIGNATURES);

/** @param megabytes upload limit */
export const imageHint = (megabytes: number): string => `JPEG, PNG, GIF, WebP up to ${megabytes}MB`;

/**
 * Validates type and size of a file with the API's messages, without reading it.
 *
 * @param megabytes upload limit
 * @returns error message, or undefined
 */
export function imageFault(file: File, megabytes: number): string | undefined {
  if (file.type !== '' && !file.type.startsWith('image/')) return ERRORS['image.missing'].message;
  if (!ACCEPTED_TYPES.includes(file.type)) return ERRORS['image.unsupported'].message;
  if (file.size > megabytes * 1024 * 1024) {
    return ERRORS['image.too-large'].message.replace('{limit}', String(megabytes));
  }
  return file.size === 0 ? ERRORS['image.damaged'].message : undefined;
}

/** Adds missing types from the first bytes: browsers derive a file's type from its name alone. */
export const addMissingTypes = (files: readonly File[]): Promise<File[]> =>
  Promise.all(files.map((file) => (file.type === '' ? withTypeOfContent(file) : file)));

async function withTypeOfContent(file: File): Promise<File> {
  const bytes = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const start = String.fromCharCode(...new Uint8Array(bytes));
  const [type] = Object.entries(SIGNATURES).find(([, signature]) => signature.test(start)) ?? [];
  return type ? new File([file], file.name, { type, lastModified: file.lastModified }) : file;
}
