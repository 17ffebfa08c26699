/**
 * SHA-256 of a file's content in lowercase hexadecimal, as the server keeps it. The browser computes it beside the page.
 * Undefined where the page may not compute it: browsers keep that to secure contexts.
 *
 * @throws DOMException for a file that has changed or gone since it was chosen
 */
export async function contentHash(file: File): Promise<string | undefined> {
  if (!canHash()) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Whether a file is still there as it was when it was chosen. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
