import { fromEvent, type FileWithPath } from 'file-selector';
import { withTypes } from '../../../../app/image/image-file.ts';

/** What systems leave in folders beside those that begin with a dot, as AppleDouble's `._harbour.jpg` does. */
const LEFT_BY_SYSTEMS = new Set(['thumbs.db', 'ehthumbs.db', 'desktop.ini', 'icon\r', '__macosx', '@eadir']);

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Where a file was, by the folder that was chosen or dropped; its mere name without one. */
const placeOf = (file: File): string =>
  ((file as FileWithPath).relativePath ?? (file.webkitRelativePath || file.name)).replace(/^\.?\//, '');

const isOfTheSystem = (file: File): boolean =>
  placeOf(file)
    .split('/')
    .some((part) => part.startsWith('.') || LEFT_BY_SYSTEMS.has(part.toLowerCase()));

/**
 * What somebody meant by choosing files: none that are hidden or the system's own. Single ones keep their order; those of
 * folders come as a person reads their names, so that `2.jpg` is before `10.jpg`.
 */
export function imageFiles(files: readonly File[]): File[] {
  const meant = files.filter((file) => !isOfTheSystem(file));
  const isInFolder = (file: File) => placeOf(file).includes('/');
  const walked = meant.filter(isInFolder).sort((one, other) => byName.compare(placeOf(one), placeOf(other)));
  return [...meant.filter((file) => !isInFolder(file)), ...walked];
}

/** Files as a person orders their names, wherever they were chosen; those of one name keep their order. */
export const byFileName = <T extends { file: File }>(entries: readonly T[]): T[] =>
  entries.toSorted((one, other) => byName.compare(one.file.name, other.file.name));

/** What has been chosen with an input, which is empty afterwards; undefined for a choice that was called off. */
export async function selectedFiles(input: HTMLInputElement): Promise<File[] | undefined> {
  const files = [...(input.files ?? [])];
  // Or the same file could not be chosen again after it was removed.
  input.value = '';
  return files.length > 0 ? withTypes(imageFiles(files)) : undefined;
}

/** All that was dropped, with what is in folders, however deep. To be called while the event is being handled. */
export async function droppedFiles(event: DragEvent): Promise<File[]> {
  const flat = [...(event.dataTransfer?.files ?? [])];
  // A folder that cannot be walked stands in the flat list as itself, and is refused by its name.
  const found = await fromEvent(event).catch(() => flat);
  return withTypes(imageFiles(found.filter((one) => one instanceof File)));
}
