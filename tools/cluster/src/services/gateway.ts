import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchProcess, plainEnv, respondsOnPort, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { ROOT } from '@portfolio/testing/repository';
import { requireProgram } from './servers.ts';

/** Ports of the gateway and of the services behind it. */
export interface GatewayPorts {
  public: number;
  /** Where public-web calls the API. */
  internal: number;
  upstreams: Partial<Record<string, number[]>>;
}

export interface GatewayContext {
  /** Folder for the generated configuration and the files of nginx. */
  folder: string;
  logFile: string;
  /** Environment of the compose file. */
  environment: Record<string, string>;
}

/** Services by the names of their upstreams. */
const UPSTREAMS = { api: 'api', public_web: 'public-web', admin_web: 'admin-web' };

/** Starts nginx with the configuration of the containers. @throws without nginx */
export function launchGateway(ports: GatewayPorts, context: GatewayContext): LaunchedProcess {
  const program = requireProgram('nginx', 'nginx-light');
  writeGateway(ports, context);
  return launchNginx(program, context, ports.public, '/gateway/health');
}

/** @param path one that responds with status 200 once nginx is ready */
export function launchNginx(
  program: string,
  { folder, logFile }: Pick<GatewayContext, 'folder' | 'logFile'>,
  port: number,
  path: string,
): LaunchedProcess {
  // Under root, the worker processes would run as nobody, who may not read the folder.
  const user = process.getuid?.() === 0 ? ' user root;' : '';
  return launchProcess({
    name: 'nginx',
    command: program,
    args: ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', `daemon off;${user}`],
    env: plainEnv(),
    cwd: folder,
    logFile,
    stopSignal: 'SIGQUIT',
    isReady: () => respondsOnPort(port, `GET ${path} HTTP/1.0\r\n\r\n`, 'HTTP/1.1 200'),
  });
}

/** Fills in the templates of deploy/gateway like the image's entrypoint, with another list of upstreams. */
function writeGateway(ports: GatewayPorts, { folder, environment }: GatewayContext): void {
  const templates = join(ROOT, 'deploy/gateway');
  mkdirSync(folder, { recursive: true });
  const values = settings(join(templates, 'settings.envsh'), {
    ...environment,
    GATEWAY_DIR: folder,
    GATEWAY_HTTP_PORT: `127.0.0.1:${ports.public}`,
    GATEWAY_INTERNAL_LISTEN: `127.0.0.1:${ports.internal}`,
  });
  for (const name of readdirSync(templates).filter((name) => name.endsWith('.template'))) {
    const text = readFileSync(join(templates, name), 'utf8');
    const filled = text.replaceAll(/\$\{(\w+)\}/g, (whole, variable: string) => values[variable] ?? whole);
    writeFileSync(join(folder, name.replace('.template', '')), filled);
  }
  writeFileSync(join(folder, 'upstreams.conf'), upstreams(ports));
}

/** Static addresses: nginx before 1.27.3 does not resolve names again. */
function upstreams({ upstreams }: GatewayPorts): string {
  return Object.entries(UPSTREAMS)
    .map(([name, service]) => {
      const servers = (upstreams[service] ?? []).map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`);
      return `upstream ${name} {
        zone ${name} 256k;
        least_conn;
        ${servers.join('\n')}
        keepalive 32;
        keepalive_timeout 4s;
      }`;
    })
    .join('\n');
}

/** Environment of the entrypoint after it has sourced the script. */
function settings(script: string, environment: Record<string, string>): Record<string, string> {
  const env = { ...plainEnv(), ...environment };
  const printed = execFileSync('/bin/sh', ['-c', `. "${script}"; env -0`], { encoding: 'utf8', env });
  return Object.fromEntries(
    printed.split('\0').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
