import type { FastifyInstance } from 'fastify';
import { securityHeaders } from './security.ts';

export interface AdminShellOptions {
  /** Address of the remote's manifest, as browsers reach it. */
  remote: string;
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
  { remote, isSecure }: AdminShellOptions,
): Promise<void> {
  const config = JSON.stringify({ remote }).replaceAll('<', '\\u003c');
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
