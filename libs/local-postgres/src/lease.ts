import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { KEEPER_CARD, type KeeperCard } from './keeper-order.ts';

/** The right to a running server, held until it is given back or this process ends. */
export interface Lease {
  /** Port of the server. */
  port: number;
  /** Gives the lease back, and waits for the server to stop if it was the last. */
  giveBack(): Promise<void>;
  /** Resolves when the server has gone without the lease having been given back. */
  lost: Promise<void>;
}

/** Milliseconds in which a living keeper answers. */
const ANSWER_WITHIN = 5_000;

/** @returns undefined where no keeper answers: there is none, it is about to stop, or it was killed */
export async function takeLease(dataDir: string): Promise<Lease | undefined> {
  const card = readCard(dataDir);
  const socket = card && (await welcome(card));
  if (!card || !socket) return undefined;
  let returned = false;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    port: card.port,
    giveBack: () => {
      returned = true;
      socket.ref();
      socket.end();
      return closed;
    },
    lost: new Promise((resolve) => void closed.then(() => returned || resolve())),
  };
}

function readCard(dataDir: string): KeeperCard | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, KEEPER_CARD), 'utf8')) as KeeperCard;
  } catch {
    return undefined;
  }
}

function welcome({ leasePort, token }: KeeperCard): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(leasePort, '127.0.0.1');
    const give = (answer: Socket | undefined) => {
      clearTimeout(timer);
      if (!answer) socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => give(undefined), ANSWER_WITHIN);
    socket.once('connect', () => socket.write(`${token}\n`));
    // Whatever answers on a port that was given to another program meanwhile does not know this word.
    socket.setEncoding('utf8').once('data', (text: unknown) => give(text === 'welcome\n' ? socket : undefined));
    socket.on('error', () => give(undefined));
    socket.once('close', () => give(undefined));
    // A lease alone keeps no process alive.
    socket.unref();
  });
}
