/** Lines of one kind written in a second. */
const MAX_PER_SECOND = 5;

/**
 * Throttles log lines of one kind: writes the first few of each second and counts the rest.
 *
 * @param summarize logs the number of omitted lines at the end of such a second
 */
export function sampleLog<K>(summarize: (kind: K, omitted: number) => void): (kind: K, write: () => void) => void {
  const seen = new Map<K, number>();
  return (kind, write) => {
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    if (count <= MAX_PER_SECOND) write();
    if (count > 1) return;
    setTimeout(() => {
      const omitted = seen.get(kind)! - MAX_PER_SECOND;
      seen.delete(kind);
      if (omitted > 0) summarize(kind, omitted);
    }, 1_000).unref();
  };
}
