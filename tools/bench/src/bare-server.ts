import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Runs a bare server in a process of startBareProcess(): takes the order, listens, and ends with the parent process. */
export function serve<Order>(listenerFor: (order: Order) => RequestListener): void {
  process.once('message', (order: Order) => {
    const server = createServer(listenerFor(order));
    server.listen(0, '127.0.0.1', () => {
      process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    });
  });
  process.once('disconnect', () => process.exit());
}
