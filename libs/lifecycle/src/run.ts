/** Something that was started and can be stopped. */
export interface Running {
  /** What to tell the parent that waits for this process, such as the address listened on. */
  ready?: { url: string };
  /** Finishes or hands back what is in flight, then lets go of every resource. */
  stop(): Promise<void>;
}

export interface RunOptions {
  /** Milliseconds that stopping may take before the process ends all the same. */
  stopWithin?: number;
}

/** Sent by a child to the parent that forked it. */
export type LifecycleMessage = { type: 'ready'; url?: string } | { type: 'failed'; reason: string };

/**
 * The life of one process: starts it, says so, and stops it once at the first SIGINT, SIGTERM or loss of its parent.
 *
 * A parent that forked this process hears `ready` or `failed` over IPC. When the channel closes the parent is gone,
 * however it ended, so no orphan keeps running. A fault at start is printed as one sentence and ends with status 1.
 */
export async function run(start: () => Promise<Running>, { stopWithin = 25_000 }: RunOptions = {}): Promise<void> {
  const tell = (message: LifecycleMessage) => process.connected && process.send?.(message);
  let stopping: Promise<void> | undefined;
  let running: Running | undefined;

  const stop = () => {
    stopping ??= (async () => {
      const deadline = setTimeout(() => process.exit(1), stopWithin);
      try {
        await running?.stop();
        clearTimeout(deadline);
        process.exit(0);
      } catch (error) {
        console.error(error);
        process.exit(1);
      }
    })();
  };
  // A terminal's Ctrl-C reaches every process of the group, and npm may pass it on again: once is enough.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.on('disconnect', stop);

  try {
    running = await start();
    tell({ type: 'ready', ...running.ready });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    tell({ type: 'failed', reason });
    console.error(reason);
    process.exit(1);
  }
}
