import { createServer, type AddressInfo } from 'node:net';
import type { SiteEnv } from './env.ts';
import { StartError } from './start-error.ts';

/** Both, since a browser that is told `localhost` may ask either. */
const LOOPBACK = ['127.0.0.1', '::1'];

/** Looks at the ports that were chosen. @throws StartError when one is taken, or not for this user */
export async function assertPortsFree({ PORT, ADMIN_PORT, HOST }: SiteEnv): Promise<void> {
  if (PORT === ADMIN_PORT) {
    throw new StartError(`Site and back office cannot both have port ${PORT}: choose another ADMIN_PORT, or none.`);
  }
  await assertFree(PORT, HOST);
  if (ADMIN_PORT !== undefined) await assertFree(ADMIN_PORT, HOST, 'ADMIN_PORT');
}

/**
 * @param variable that the port can be chosen with
 * @throws StartError when the port is taken, or not for this user
 */
export async function assertFree(port: number, host: string, variable = 'PORT'): Promise<void> {
  for (const address of host === 'localhost' ? LOOPBACK : [host]) {
    const code = await tryPort(port, address);
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is already in use. Stop what uses it, or choose another: ${variable}=${port + 1} npm start`,
      );
    }
    if (code === 'EACCES') {
      throw new StartError(`Port ${port} is not for ordinary users. Choose one above 1023: ${variable}=8080 npm start`);
    }
    // A machine without IPv6 has no ::1.
    if (code !== undefined && address !== '::1') throw new StartError(`Nothing can listen on HOST=${host} (${code}).`);
  }
}

/** The wanted port, or any free one where it is taken. */
export async function freePort(host: string, wanted = 0): Promise<number> {
  try {
    if (wanted > 0 && wanted <= 65_535) {
      await assertFree(wanted, host);
      return wanted;
    }
  } catch {
    // Any other will do.
  }
  const server = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function tryPort(port: number, address: string): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, address, () => server.close(() => resolve(undefined)));
  });
}
