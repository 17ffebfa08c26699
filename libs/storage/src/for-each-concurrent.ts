/**
 * Does the action for each of the items, a few at the same time. The first fault ends it, once those under way are over.
 *
 * @param few how many: most of the time of one file is spent waiting for a store
 * @throws the first fault
 */
export async function forEachConcurrent<T>(
  items: Iterable<T> | AsyncIterable<T>,
  few: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  // An iterator that is asked by several answers one after the other: generators queue their callers.
  const queue = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let fault: { error: unknown } | undefined;
  const work = async () => {
    for (let next = await queue.next(); !next.done && !fault; next = await queue.next()) {
      await action(next.value).catch((error: unknown) => (fault ??= { error }));
    }
  };
  await Promise.all(Array.from({ length: few }, work));
  if (fault) throw (fault as { error: unknown }).error;
}
