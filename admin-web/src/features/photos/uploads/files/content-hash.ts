const hashes = new WeakMap<File, Promise<string>>();

/**
 * SHA-256 of a file's content in lowercase hexadecimal; undefined outside of secure contexts. Each file is read once.
 *
 * @throws DOMException if the file was changed or deleted since it was selected
 */
export async function contentHash(file: File): Promise<string | undefined> {
  if (!canHash()) return undefined;
  const hash = hashes.get(file) ?? hashContent(file);
  hashes.set(file, hash);
  return hash.catch((error: unknown) => {
    hashes.delete(file);
    throw error;
  });
}

async function hashContent(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Whether a file is unchanged since it was selected. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
