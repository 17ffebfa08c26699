import { ERRORS } from '@portfolio/contracts';

/** The formats that the server takes; named one by one, since a phone then converts its own format to one of them. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** How a file of each format begins. */
const BEGINNINGS: [beginning: RegExp, type: string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG/, 'image/png'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];

/** @param megabytes how large an upload may be */
export const imageHint = (megabytes: number): string => `JPEG, PNG, GIF, WebP up to ${megabytes}MB`;

/**
 * What the server would say against a file, as far as that shows without reading it; undefined when nothing does.
 *
 * @param megabytes how large an upload may be
 */
export function imageFault(file: File, megabytes: number): string | undefined {
  if (!file.type.startsWith('image/')) return ERRORS['image.missing'].message;
  if (!ACCEPTED_TYPES.includes(file.type)) return ERRORS['image.unsupported'].message;
  if (file.size > megabytes * 1024 * 1024) {
    return ERRORS['image.too-large'].message.replace('{limit}', String(megabytes));
  }
  return file.size === 0 ? ERRORS['image.damaged'].message : undefined;
}

/**
 * Files with their types. A browser tells the type by the name alone; one whose name says nothing, such as "scan", is known
 * by how it begins.
 */
export const withTypes = (files: readonly File[]): Promise<File[]> =>
  Promise.all(files.map((file) => (file.type === '' ? withTypeOfContent(file) : file)));

async function withTypeOfContent(file: File): Promise<File> {
  const bytes = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const start = String.fromCharCode(...new Uint8Array(bytes));
  const [, type] = BEGINNINGS.find(([beginning]) => beginning.test(start)) ?? [];
  return type ? new File([file], file.name, { type, lastModified: file.lastModified }) : file;
}
