/** Does the action for each of the items, a few at the same time. The first fault ends it, once those under way are over. */
export async function sideBySide<T>(
  items: Iterable<T>,
  few: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let fault: { error: unknown } | undefined;
  const work = async () => {
    for (let next = queue.next(); !next.done && !fault; next = queue.next()) {
      await action(next.value).catch((error: unknown) => (fault ??= { error }));
    }
  };
  await Promise.all(Array.from({ length: few }, work));
  if (fault) throw (fault as { error: unknown }).error;
}
