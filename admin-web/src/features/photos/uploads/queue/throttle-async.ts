/** Milliseconds between one reading of the lists and the next while files arrive one after the other. */
const INTERVAL = 2_000;

/**
 * Does something as soon as it is asked for, however often that is: not again before the last time is over and two seconds
 * have passed, and once more after the last asking.
 */
export function throttleAsync(run: () => Promise<unknown>): () => void {
  let isResting = false;
  let isAsked = false;
  const go = async () => {
    isResting = true;
    isAsked = false;
    const rest = new Promise((resolve) => setTimeout(resolve, INTERVAL));
    await Promise.allSettled([run(), rest]);
    isResting = false;
    if (isAsked) await go();
  };
  return () => {
    isAsked = true;
    if (!isResting) void go();
  };
}
