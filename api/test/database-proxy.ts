import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@portfolio/lifecycle/supervisor';

/** TCP proxy before the database, which can fail. */
export interface DatabaseProxy {
  /** Address of the database through the proxy. */
  url: string;
  /** Closes every connection and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Closes the connection of the next commit, before or after it reaches the database. */
  breakNextCommit(when: 'before' | 'after'): void;
  /** Closes the proxy. */
  remove(): Promise<void>;
}

/** @param target address of the database */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let breaking: 'before' | 'after' | undefined;
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    far.pipe(near);
    near.on('data', (data: Buffer) => {
      const when = data.includes('COMMIT') ? breaking : undefined;
      if (when) breaking = undefined;
      if (when === 'after') {
        far.unpipe(near).once('data', () => near.destroy());
        far.resume();
      }
      if (when === 'before') near.destroy();
      else far.write(data);
    });
    near.on('end', () => far.end());
  });
  // Below the range of outgoing connections, so that it is free again after an outage.
  const port = await freePort();
  const mend = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await mend();
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, cut, mend, breakNextCommit: (when) => void (breaking = when), remove: cut };
}
