import { addMissingTypes } from '../../../../app/image/image-file.ts';

/**
 * Files in the origin private file system. `KEY` is the content and `KEY.json`, written last, its details. The service
 * worker in libs/ui writes to `shared`.
 */
type Folder = 'shared' | 'uploads';

/** Milliseconds for which shared files wait for a sign-in. */
const SHARED_FOR_MS = 24 * 60 * 60 * 1000;

interface SavedFile {
  key: string;
  file: File;
  details: Record<string, unknown>;
}

export const canSaveFiles = (): boolean =>
  'createWritable' in (globalThis.FileSystemFileHandle?.prototype ?? {}) &&
  navigator.storage?.getDirectory !== undefined &&
  navigator.locks !== undefined;

const open = async (folder: Folder): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });

/** @throws DOMException if the disk is full */
export async function saveContent(folder: Folder, name: string, content: Blob | string): Promise<void> {
  const handle = await (await open(folder)).getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  try {
    await writable.write(content);
  } catch (error) {
    await writable.abort();
    throw error;
  }
  await writable.close();
}

/** Names of contents and details. */
export async function savedNames(folder: Folder): Promise<string[]> {
  const names: string[] = [];
  for await (const name of (await open(folder)).keys()) names.push(name);
  return names.sort();
}

/** @param details of its own; name and type of the file are added */
export const saveDetails = (folder: Folder, key: string, { name, type, lastModified }: File, details = {}) =>
  saveContent(folder, `${key}.json`, JSON.stringify({ ...details, name, type, lastModified }));

export const deleteContent = async (folder: Folder, key: string): Promise<void> =>
  (await open(folder)).removeEntry(key).catch(() => undefined);

/** Deletes the details first: a content without them is incomplete. */
export async function deleteSaved(folder: Folder, key: string): Promise<void> {
  for (const name of [`${key}.json`, key]) await deleteContent(folder, name);
}

/** Files by key, without unreadable ones. Deletes incomplete ones. */
export async function readSaved(folder: Folder, prefix = ''): Promise<SavedFile[]> {
  const names = (await savedNames(folder)).filter((name) => name.startsWith(prefix));
  const directory = await open(folder);
  const read = async (name: string) => (await directory.getFileHandle(name)).getFile();
  const saved: SavedFile[] = [];
  const isDetails = (name: string) => name.endsWith('.json');
  for (const name of names) {
    if (!isDetails(name) && !names.includes(`${name}.json`)) await deleteContent(folder, name);
  }
  for (const name of names.filter(isDetails)) {
    const key = name.replace('.json', '');
    try {
      const details = JSON.parse(await (await read(name)).text());
      const content = names.includes(key) ? [await read(key)] : [];
      saved.push({ key, file: new File(content, details.name, details), details });
    } catch {
      // Perhaps it is readable after the next reload.
    }
  }
  return saved;
}

/** Deletes all files in the folders, details before contents. */
export async function deleteSavedFiles(folders: readonly Folder[]): Promise<void> {
  for (const folder of folders) {
    for (const name of (await savedNames(folder)).reverse()) await deleteContent(folder, name);
  }
}

export interface SharedFiles {
  files: File[];
  keys: string[];
  /** Whether older files were deleted. */
  hasExpired: boolean;
}

/** Files that another app has shared; older ones than a day are deleted. The lock is that of the service worker. */
export async function readSharedFiles(): Promise<SharedFiles> {
  return navigator.locks.request('shared', async () => {
    const files: File[] = [];
    const keys: string[] = [];
    const saved = await readSaved('shared');
    for (const { key, file } of saved) {
      // A key starts with the time of the share.
      if (Date.now() - Number.parseInt(key, 10) > SHARED_FOR_MS) await deleteSaved('shared', key);
      else {
        // A copy in memory: the saved file cannot be read after its deletion.
        files.push(new File([await file.arrayBuffer()], file.name, file));
        keys.push(key);
      }
    }
    return { files: await addMissingTypes(files), keys, hasExpired: keys.length < saved.length };
  });
}

/** Deletes shared files under the same lock: a read that starts meanwhile does not find them. */
export async function deleteSharedFiles(keys: readonly string[]): Promise<void> {
  await navigator.locks.request('shared', async () => {
    for (const key of keys) await deleteSaved('shared', key);
  });
}

/**
 * Registers the service worker of the share target.
 *
 * @param address of the share target, its only scope
 */
export async function registerShareWorker(address: string): Promise<void> {
  const options = { type: 'module', scope: address } as const;
  // Fails without the worker, as in development, and in browsers without modules in workers.
  await navigator.serviceWorker?.register(`${address}-worker.js`, options).catch(() => undefined);
}
