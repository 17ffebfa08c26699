/** Lines of one kind in a second. */
const PER_SECOND = 5;
const SECOND = 1_000;

/**
 * Bounds what one kind of line fills a log with: the first few of each second are written, the others counted.
 *
 * @param summarize writes how many lines of that kind were left out, at the end of such a second
 * @returns writes a line, or counts it
 */
export function sampleLog<K>(summarize: (kind: K, leftOut: number) => void): (kind: K, write: () => void) => void {
  const seen = new Map<K, number>();
  return (kind, write) => {
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    if (count <= PER_SECOND) write();
    if (count > 1) return;
    setTimeout(() => {
      const leftOut = seen.get(kind)! - PER_SECOND;
      seen.delete(kind);
      if (leftOut > 0) summarize(kind, leftOut);
    }, SECOND).unref();
  };
}
