import type { FastifyInstance } from 'fastify';
import { securityHeaders } from '../security/security.ts';

export interface AdminShellOptions {
  /** Address of the remote's manifest, as browsers reach it. */
  remote: string;
  /** Address at which browsers find the back office on its own, where the remote's does not tell. */
  ownAddress: string | undefined;
  /** Visitors know the site by an https address. */
  isSecure: boolean;
}

/**
 * Serves the page that carries the back office at /admin and all below it.
 *
 * @param html as it was built
 */
export async function registerAdminShell(
  server: FastifyInstance,
  html: string,
  { remote, ownAddress = besideManifest(remote), isSecure }: AdminShellOptions,
): Promise<void> {
  const config = JSON.stringify({ remote, ownAddress }).replaceAll('<', '\\u003c');
  const page = html.replace(
    '<!--admin-config-->',
    () => `<script id="admin-config" type="application/json">${config}</script>`,
  );
  const headers = {
    ...securityHeaders({
      isSecure,
      origins: remote.startsWith('/') ? [] : [new URL(remote).origin],
      isBackOffice: true,
    }),
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex',
  };
  for (const path of ['/admin', '/admin/*']) {
    server.get(path, async (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(page));
  }
}

/** A remote of another origin is a whole app there, in the folder of its manifest. */
const besideManifest = (remote: string) => (remote.startsWith('/') ? undefined : new URL('.', remote).href);
