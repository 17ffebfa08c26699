import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Encodes a message of PostgreSQL's wire protocol. */
function encodeMessage(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** AuthenticationOk and ReadyForQuery. */
const GREETING = Buffer.concat([encodeMessage('R', Buffer.alloc(4)), encodeMessage('Z', Buffer.from('I'))]);
const FATAL_ERROR = encodeMessage(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);

/** Fake PostgreSQL server that dies during the handshake: it sends its greeting and a fatal error in one write. */
export async function startCrashingPostgres(): Promise<{ url: string; close: () => void }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([GREETING, FATAL_ERROR])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://nobody@127.0.0.1:${port}/none`, close: () => server.close() };
}
