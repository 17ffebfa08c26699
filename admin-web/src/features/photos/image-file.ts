import { ERRORS, LIMITS } from '@portfolio/contracts';

/** The formats that the server takes; named one by one, since a phone then converts its own format to one of them. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export const IMAGE_HINT = `JPEG, PNG, GIF, WebP up to ${LIMITS.uploadMegabytes}MB`;

/** What the server would say against a file, as far as that shows without reading it; undefined when nothing does. */
export function imageFault(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return ERRORS['image.missing'].message;
  if (!ACCEPTED_TYPES.includes(file.type)) return ERRORS['image.unsupported'].message;
  if (file.size > LIMITS.uploadMegabytes * 1024 * 1024) {
    return ERRORS['image.too-large'].message.replace('{limit}', String(LIMITS.uploadMegabytes));
  }
  return undefined;
}

/** A title made of a file's name: "north_ridge-02.JPG" gives "North ridge 02". */
export function titleFromFileName(name: string): string {
  const words = name
    .replace(/\.[^.]+$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim();
  return words === '' ? 'Untitled' : words[0]!.toUpperCase() + words.slice(1);
}

/** A file's size for people, such as "4.2 MB". */
export function readableSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
