import { messageOf } from './message-of.ts';
import { createPino } from './process-logger.ts';
import { redactSecrets } from './redact-secrets.ts';

export interface Running {
  /** Sent to the parent process: the address that the service listens on. */
  ready?: { url: string };
  /** Milliseconds of normal service after a stop signal, added to the stop timeout. */
  drainFor?: number;
  /** Finishes or requeues work in flight, then releases every resource. */
  stop(): Promise<void>;
}

/** Sent over IPC by a child to the parent that forked it. */
export type LifecycleMessage = { type: 'ready'; url?: string } | { type: 'failed'; reason: string };

/**
 * Runs a process: starts the service, and stops it once at the first SIGINT, SIGTERM or loss of its parent. A signal during
 * the start takes effect after it. A failed start prints one sentence, an uncaught error one log line; both exit with
 * status 1. The parent receives `ready` or `failed`.
 *
 * @param options.stopWithin milliseconds until a stop times out and the process exits with status 1
 */
export async function run(start: () => Promise<Running>, { stopWithin = 25_000 } = {}): Promise<void> {
  let starting: Promise<Running> | undefined;
  let stopping = false;
  let status = 0;

  const stop = async () => {
    // Ctrl-C reaches every process of a terminal's group, and npm may forward it again.
    if (stopping) return;
    stopping = true;
    const timeout = setTimeout(() => process.exit(1), stopWithin);
    try {
      // After a stop signal a failed start needs no message.
      const running = await starting?.catch(() => undefined);
      if (running?.drainFor) {
        clearTimeout(timeout);
        setTimeout(() => process.exit(1), running.drainFor + stopWithin);
      }
      await running?.stop();
    } catch (error) {
      status = 1;
      logFault('shutdown failed', error);
    }
    process.exit(status);
  };
  const fail = (error: unknown) => {
    status = 1;
    logFault('uncaught error, shutting down', error);
    void stop();
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  process.on('disconnect', () => void stop());
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  // The parent may have ended while this process was loading its modules.
  if (process.send && !process.connected) void stop();

  try {
    if (stopping) return;
    starting = start();
    const { ready } = await starting;
    if (!stopping) await send({ type: 'ready', ...ready });
  } catch (error) {
    if (stopping) return;
    // The message may quote a connection URL with its password. That of an EnvError has only examples.
    const isEnvError = error instanceof Error && error.name === 'EnvError';
    const reason = isEnvError ? error.message : redactSecrets(messageOf(error));
    console.error(reason);
    await send({ type: 'failed', reason });
    process.exit(1);
  }
}

/** Resolves also when the parent is gone, which 'disconnect' reports. */
function send(message: LifecycleMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

/** Writes synchronously to standard error, so that the line survives the exit. */
function logFault(message: string, error: unknown): void {
  const log = createPino('fatal', { write: (line) => console.error(line.trimEnd()) });
  log.fatal({ err: error }, `${message}: ${messageOf(error)}`);
}
