/** Reloads the page, whose file a new release may have removed; false when the site is unreachable. */
export async function hardReload(): Promise<boolean> {
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined);
  if (!response || response.status >= 500) return false;
  location.reload();
  return true;
}
