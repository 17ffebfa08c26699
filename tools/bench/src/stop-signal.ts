/** Aborted by a stop signal, with its name as the reason. */
export const stopController = new AbortController();

/** Rejects at a stop signal. */
export const stopRequested = new Promise<never>((_, reject) => {
  stopController.signal.addEventListener('abort', () => reject(new Error('Stopped.')));
});
stopRequested.catch(() => undefined);

/** Runs an action with anything that runs, and stops it, also at a stop signal. */
export async function during<R extends { stop(): unknown }, T>(
  running: R,
  action: (running: R) => Promise<T>,
): Promise<T> {
  try {
    return await Promise.race([action(running), stopRequested]);
  } finally {
    await running.stop();
  }
}
