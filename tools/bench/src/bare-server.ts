import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Runs a bare server in a process of startBareProcess(): takes its options, listens, and ends with the parent process. */
export function serve<Options>(listenerFor: (options: Options) => RequestListener): void {
  process.once('message', (options: Options) => {
    const server = createServer(listenerFor(options));
    server.listen(0, '127.0.0.1', () => {
      process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    });
  });
  process.once('disconnect', () => process.exit());
}
