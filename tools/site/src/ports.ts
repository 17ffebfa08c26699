import { isPortFree, LOOPBACK, portFault, StartError } from '@portfolio/lifecycle/supervisor';
import type { SiteEnv } from './env.ts';

/** Checks the ports of the environment. @throws StartError when one is in use or forbidden */
export async function assertPortsFree({ PORT, ADMIN_PORT, HOST }: SiteEnv): Promise<void> {
  if (PORT === ADMIN_PORT) {
    throw new StartError(`Site and back office cannot both have port ${PORT}: choose another ADMIN_PORT, or none.`);
  }
  await assertFree(PORT, HOST, { variable: 'PORT', other: ADMIN_PORT });
  if (ADMIN_PORT !== undefined) await assertFree(ADMIN_PORT, HOST, { variable: 'ADMIN_PORT', other: PORT });
}

/**
 * @param options.variable that sets the port
 * @param options.other port of the other server
 * @throws StartError when the port is in use or forbidden
 */
async function assertFree(
  port: number,
  host: string,
  { variable, other }: { variable: string; other: number | undefined },
): Promise<void> {
  for (const address of addressesOf(host)) {
    const code = await portFault(port, address);
    if (code === 'EADDRINUSE') {
      const free = await nearestFree(port, host, other);
      throw new StartError(
        `Port ${port} is already in use. Stop what uses it, or choose another: ${variable}=${free} npm start`,
      );
    }
    if (code === 'EACCES') {
      const free = await nearestFree(8080, host, other);
      throw new StartError(
        `Port ${port} is not for ordinary users. Choose one above 1023: ${variable}=${free} npm start`,
      );
    }
    // A machine without IPv6 has no ::1.
    if (code !== undefined && address !== '::1') throw new StartError(`Nothing can listen on HOST=${host} (${code}).`);
  }
}

/** The port, or the nearest one, that is free and not `other`. */
async function nearestFree(port: number, host: string, other: number | undefined): Promise<number> {
  for (let distance = 0; ; distance += 1) {
    for (const near of new Set([port + distance, port - distance])) {
      if (near < 1 || near > 65_535 || near === other) continue;
      if (await isPortFree(near, addressesOf(host))) return near;
    }
  }
}

export const addressesOf = (host: string) => (host === 'localhost' ? LOOPBACK : [host]);
