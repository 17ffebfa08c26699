import type { FastifyInstance } from 'fastify';
import { securityHeaders } from './security.ts';

/**
 * Serves the page that carries the back office at /admin and all below it.
 *
 * @param html as it was built
 * @param remote address of the remote's manifest, as browsers reach it
 */
export async function registerAdminShell(server: FastifyInstance, html: string, remote: string): Promise<void> {
  const config = JSON.stringify({ remote }).replaceAll('<', '\\u003c');
  const page = html.replace(
    '<!--admin-config-->',
    () => `<script id="admin-config" type="application/json">${config}</script>`,
  );
  const headers = {
    ...securityHeaders({ origins: remote.startsWith('/') ? [] : [new URL(remote).origin], inlineStyles: true }),
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex',
  };
  for (const path of ['/admin', '/admin/*']) {
    server.get(path, async (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(page));
  }
}
