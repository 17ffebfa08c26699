import { addressesOf, nearestFreePort, portFault, StartError } from '@portfolio/lifecycle/supervisor';
import type { SiteEnv } from './env.ts';

/** Checks the ports of the environment. @throws StartError when one is in use or forbidden */
export async function assertPortsFree({ PORT, ADMIN_PORT, HOST, METRICS_PORT, METRICS_HOST }: SiteEnv): Promise<void> {
  if (PORT === ADMIN_PORT) {
    throw new StartError(`Site and back office cannot both have port ${PORT}: choose another ADMIN_PORT, or none.`);
  }
  await assertFree('PORT', PORT, ADMIN_PORT, HOST);
  if (ADMIN_PORT !== undefined) await assertFree('ADMIN_PORT', ADMIN_PORT, PORT, HOST);
  // With 0, the system chooses.
  if (!METRICS_PORT) return;
  for (const port of [0, 1, 2, 3].map((offset) => METRICS_PORT + offset)) {
    if ([PORT, ADMIN_PORT].includes(port) || (await portFault(port, METRICS_HOST)) === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is already in use. Metrics need the ports ${METRICS_PORT} to ${METRICS_PORT + 3}: ` +
          'choose another METRICS_PORT.',
      );
    }
  }
}

/** @param variable sets the port. @param other port of the other server */
async function assertFree(variable: string, port: number, other: number | undefined, host: string): Promise<void> {
  const addresses = addressesOf(host);
  for (const address of addresses) {
    const code = await portFault(port, address);
    if (code === 'EADDRINUSE') {
      const free = await nearestFreePort(port, addresses, other);
      throw new StartError(
        `Port ${port} is already in use. Stop what uses it, or choose another: ${variable}=${free} npm start`,
      );
    }
    if (code === 'EACCES') {
      const free = await nearestFreePort(8080, addresses, other);
      throw new StartError(
        `Port ${port} is not for ordinary users. Choose one above 1023: ${variable}=${free} npm start`,
      );
    }
    // A machine without IPv6 has no ::1.
    if (code !== undefined && address !== '::1') throw new StartError(`Nothing can listen on HOST=${host} (${code}).`);
  }
}
