import { fromEvent, type FileWithPath } from 'file-selector';
import { addMissingTypes } from '../../../../app/image/image-file.ts';

export const NO_PHOTOS = 'No photos found';

/** System files in folders, beside hidden files such as AppleDouble's `._harbour.jpg`. */
const SYSTEM_FILES = new Set(['thumbs.db', 'ehthumbs.db', 'desktop.ini', 'icon\r', '__macosx', '@eadir']);

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Path below the selected or dropped folder; the name without a folder. */
const pathOf = (file: File): string =>
  ((file as FileWithPath).relativePath ?? (file.webkitRelativePath || file.name)).replace(/^\.?\//, '');

const isSystemFile = (file: File): boolean =>
  pathOf(file)
    .split('/')
    .some((part) => part.startsWith('.') || SYSTEM_FILES.has(part.toLowerCase()));

/**
 * Drops hidden files and system files. Single files keep their order; files in folders are sorted by path, `2.jpg` before
 * `10.jpg`.
 */
export function withoutSystemFiles(files: readonly File[]): File[] {
  const images = files.filter((file) => !isSystemFile(file));
  const isInFolder = (file: File) => pathOf(file).includes('/');
  const inFolders = images.filter(isInFolder).sort((one, other) => byName.compare(pathOf(one), pathOf(other)));
  return [...images.filter((file) => !isInFolder(file)), ...inFolders];
}

/** Sorts by file name, numbers by value. */
export const sortByFileName = <T extends { file: File }>(entries: readonly T[]): T[] =>
  entries.toSorted((one, other) => byName.compare(one.file.name, other.file.name));

/** Files of an input, which it then empties; undefined after a cancelled dialog, or if the input was disabled meanwhile. */
export async function readFileInput(input: HTMLInputElement): Promise<File[] | undefined> {
  const files = [...(input.files ?? [])];
  // Otherwise selecting the same file again would fire no event.
  input.value = '';
  if (files.length === 0) return undefined;
  const images = await addMissingTypes(withoutSystemFiles(files));
  return input.disabled ? undefined : images;
}

/** Dropped files and those of dropped folders. Call it synchronously in the event handler. */
export async function readDroppedFiles(event: DragEvent): Promise<File[]> {
  const flat = [...(event.dataTransfer?.files ?? [])];
  // An unreadable folder is in the flat list as a file, which validation then rejects.
  const found = await fromEvent(event).catch(() => flat);
  return addMissingTypes(withoutSystemFiles(found.filter((one) => one instanceof File)));
}
