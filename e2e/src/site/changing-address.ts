import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A port that stays, before a server that comes back under another one each time. */
export class ChangingAddress {
  /** Port of the server; undefined while there is none. */
  target: number | undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async open(): Promise<ChangingAddress> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = new ChangingAddress(server, (server.address() as AddressInfo).port);
    server.on('connection', (near) => address.pass(near));
    return address;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private pass(near: Socket): void {
    if (this.target === undefined) return void near.destroy();
    const far = connect(this.target, '127.0.0.1');
    this.join(near, far);
    this.join(far, near);
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
}
