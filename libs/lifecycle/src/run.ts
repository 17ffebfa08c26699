import { createPino } from './process-logger.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Something that was started and can be stopped. */
export interface Running {
  /** What to tell the parent that waits for this process, such as the address listened on. */
  ready?: { url: string };
  /** Milliseconds in which it goes on as before when it is asked to stop, and which stopping takes longer for that. */
  drainFor?: number;
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
 * however it ended, so no orphan keeps running. Asked to stop while it starts, the process finishes starting and then
 * stops, so that nothing half made is left. A fault at start is printed as one sentence and ends with status 1; a fault
 * that nobody caught is logged as one line and stops the process with status 1, since its state can't be trusted.
 */
export async function run(start: () => Promise<Running>, { stopWithin = 25_000 }: RunOptions = {}): Promise<void> {
  let starting: Promise<Running> | undefined;
  let stopping = false;
  let status = 0;

  const stop = async () => {
    // A terminal's Ctrl-C reaches every process of the group, and npm may pass it on again: once is enough.
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => process.exit(1), stopWithin);
    try {
      // Whoever has been asked to stop need not explain why it could not start.
      const running = await starting?.catch(() => undefined);
      if (running?.drainFor) {
        clearTimeout(late);
        setTimeout(() => process.exit(1), running.drainFor + stopWithin);
      }
      await running?.stop();
    } catch (error) {
      status = 1;
      logFault('did not stop cleanly', error);
    }
    process.exit(status);
  };
  const fail = (error: unknown) => {
    status = 1;
    logFault('stops after a fault that nobody caught', error);
    void stop();
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  process.on('disconnect', () => void stop());
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  // The parent may have gone while this process was still loading its modules.
  if (process.send && !process.connected) void stop();

  try {
    if (stopping) return;
    starting = start();
    const { ready } = await starting;
    if (!stopping) await tell({ type: 'ready', ...ready });
  } catch (error) {
    if (stopping) return;
    // It may hold an address that was tried, with its password.
    const reason = withoutSecrets(messageOf(error));
    console.error(reason);
    await tell({ type: 'failed', reason });
    process.exit(1);
  }
}

/** Resolves when the message is on its way, or cannot be: a parent that has gone is noticed by 'disconnect'. */
function tell(message: LifecycleMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

/** By what writes the processes' other lines, but where it is seen at once and never lost by ending. */
function logFault(message: string, error: unknown): void {
  const log = createPino('fatal', { write: (line) => console.error(line.trimEnd()) });
  log.fatal({ err: error }, `${message}: ${messageOf(error)}`);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
