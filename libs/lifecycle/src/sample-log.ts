/**
 * Throttles log lines of one kind: writes the first few of each period and counts the rest.
 *
 * @param summarize logs the number of omitted lines at the end of such a period
 * @param options `lines` written in a period of `periodMs` milliseconds; by default 5 in a second
 */
export function sampleLog<K>(
  summarize: (kind: K, omitted: number) => void,
  { lines = 5, periodMs = 1_000 }: { lines?: number; periodMs?: number } = {},
): (kind: K, write: () => void) => void {
  const seen = new Map<K, number>();
  return (kind, write) => {
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    if (count <= lines) write();
    if (count > 1) return;
    setTimeout(() => {
      const omitted = seen.get(kind)! - lines;
      seen.delete(kind);
      if (omitted > 0) summarize(kind, omitted);
    }, periodMs).unref();
  };
}
