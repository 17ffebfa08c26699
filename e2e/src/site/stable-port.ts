import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** TCP proxy on a fixed port, before a server whose port changes at each restart. */
export class StablePort {
  /** Port of the server; undefined while it is down. */
  target: number | undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async open(): Promise<StablePort> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new StablePort(server, (server.address() as AddressInfo).port);
    server.on('connection', (client) => proxy.forward(client));
    return proxy;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private forward(client: Socket): void {
    if (this.target === undefined) return void client.destroy();
    const upstream = connect(this.target, '127.0.0.1');
    this.pipe(client, upstream);
    this.pipe(upstream, client);
  }

  private pipe(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
}
