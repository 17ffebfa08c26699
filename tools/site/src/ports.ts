import { LOOPBACK, portFault, StartError } from '@portfolio/lifecycle/supervisor';
import type { SiteEnv } from './env.ts';

/** Checks the ports of the environment. @throws StartError when one is in use or forbidden */
export async function assertPortsFree({ PORT, ADMIN_PORT, HOST }: SiteEnv): Promise<void> {
  if (PORT === ADMIN_PORT) {
    throw new StartError(`Site and back office cannot both have port ${PORT}: choose another ADMIN_PORT, or none.`);
  }
  await assertFree(PORT, HOST);
  if (ADMIN_PORT !== undefined) await assertFree(ADMIN_PORT, HOST, 'ADMIN_PORT');
}

/**
 * @param variable that sets the port
 * @throws StartError when the port is in use or forbidden
 */
async function assertFree(port: number, host: string, variable = 'PORT'): Promise<void> {
  for (const address of addressesOf(host)) {
    const code = await portFault(port, address);
    if (code === 'EADDRINUSE') {
      const other = port < 65_535 ? port + 1 : port - 1;
      throw new StartError(
        `Port ${port} is already in use. Stop what uses it, or choose another: ${variable}=${other} npm start`,
      );
    }
    if (code === 'EACCES') {
      throw new StartError(`Port ${port} is not for ordinary users. Choose one above 1023: ${variable}=8080 npm start`);
    }
    // A machine without IPv6 has no ::1.
    if (code !== undefined && address !== '::1') throw new StartError(`Nothing can listen on HOST=${host} (${code}).`);
  }
}

export const addressesOf = (host: string) => (host === 'localhost' ? LOOPBACK : [host]);
