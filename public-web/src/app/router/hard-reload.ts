/**
 * Loads the page at the present address anew and whole, for its file may be gone since another version of the site was put in
 * its place.
 *
 * @returns false where the site cannot be reached, so that it would be lost what is still shown
 */
export async function hardReload(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined);
  if (!answer || answer.status >= 500) return false;
  location.reload();
  return true;
}
