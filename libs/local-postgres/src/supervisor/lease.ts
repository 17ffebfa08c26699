import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { StateFile } from './messages.ts';

/** Lease on a running server: an open connection to its supervisor. It ends with this process. */
export interface Lease {
  /** Port of the server. */
  port: number;
  /** Ends the lease. After the last one the server stops: it resolves then, or at once with `linger`. */
  release(): Promise<void>;
  /** Resolves when the connection closes before `release()`: the server or only its supervisor has ended. */
  lost: Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** @returns undefined without a running supervisor */
export async function acquireLease(dataDir: string): Promise<Lease | undefined> {
  const state = readState(dataDir);
  const socket = state && (await connectTo(state));
  if (!state || !socket) return undefined;
  let released = false;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    port: state.port,
    release: () => {
      released = true;
      socket.ref();
      socket.end();
      return closed;
    },
    lost: new Promise((resolve) => void closed.then(() => released || resolve())),
  };
}

function readState(dataDir: string): StateFile | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'supervisor.json'), 'utf8')) as StateFile;
  } catch {
    return undefined;
  }
}

function connectTo({ controlPort, token }: StateFile): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(controlPort, '127.0.0.1');
    const settle = (result: Socket | undefined) => {
      clearTimeout(timer);
      if (!result) socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => settle(undefined), CONNECT_TIMEOUT_MS);
    socket.once('connect', () => socket.write(`${token}\n`));
    // Another program that now listens on the port does not send this line.
    socket.setEncoding('utf8').once('data', (text: unknown) => settle(text === 'granted\n' ? socket : undefined));
    socket.on('error', () => settle(undefined));
    socket.once('close', () => settle(undefined));
    // A lease does not prevent this process from ending.
    socket.unref();
  });
}
