import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainEnv } from '../env.ts';
import { needProgram } from './find-program.ts';
import type { Launched } from './member.ts';
import { launch } from './program.ts';
import { says } from './servers.ts';

/** Where the gateway listens, and where those listen that it leads to. */
export interface GatewayPorts {
  public: number;
  /** For the parts alone. */
  internal: number;
  upstreams: Partial<Record<string, number[]>>;
}

export interface GatewayPlace {
  /** Of the repository. */
  root: string;
  /** The configuration that is made of the templates, and all that nginx writes. */
  folder: string;
  logFile: string;
  /** As the compose file has it. */
  environment: Record<string, string>;
}

/** Names as nginx has them, and their services. */
const UPSTREAMS = { api: 'api', public_web: 'public-web', admin_web: 'admin-web' };

/** Debian's nginx on the configuration of the containers. @throws with one sentence where it is not installed */
export function launchGateway(ports: GatewayPorts, place: GatewayPlace): Launched {
  const program = needProgram('nginx', 'nginx-light');
  writeGateway(ports, place);
  const { folder, logFile } = place;
  return launch({
    command: program,
    args: nginxArguments(folder),
    env: plainEnv(),
    cwd: folder,
    logFile,
    stopSignal: 'SIGQUIT',
    answers: () => says(ports.public, 'GET /gateway/health HTTP/1.0\r\n\r\n', 'HTTP/1.1 200'),
  });
}

/** As an ordinary user nginx needs none of them named; as root it would give its workers to nobody, who may not read here. */
export function nginxArguments(folder: string): string[] {
  const user = process.getuid?.() === 0 ? ' user root;' : '';
  return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', `daemon off;${user}`];
}

/** Fills in the templates of deploy/gateway as the image's entrypoint does. Only the list of upstreams is another one. */
export function writeGateway(ports: GatewayPorts, { root, folder, environment }: GatewayPlace): void {
  const templates = join(root, 'deploy/gateway');
  mkdirSync(folder, { recursive: true });
  const values = settings(join(templates, 'settings.envsh'), {
    ...environment,
    GATEWAY_DIR: folder,
    GATEWAY_HTTP_PORT: `127.0.0.1:${ports.public}`,
    GATEWAY_INTERNAL_PORT: String(ports.internal),
    GATEWAY_INTERNAL_LISTEN: `127.0.0.1:${ports.internal}`,
  });
  for (const name of readdirSync(templates).filter((name) => name.endsWith('.template'))) {
    const text = readFileSync(join(templates, name), 'utf8');
    const filled = text.replaceAll(/\$\{(\w+)\}/g, (whole, variable: string) => values[variable] ?? whole);
    writeFileSync(join(folder, name.replace('.template', '')), filled);
  }
  writeFileSync(join(folder, 'upstreams.conf'), upstreams(ports));
}

/** nginx of before 1.27.3 cannot look names up anew; here no address changes. */
function upstreams({ upstreams }: GatewayPorts): string {
  return Object.entries(UPSTREAMS)
    .map(([name, service]) => {
      const servers = (upstreams[service] ?? []).map(
        (port) => `  server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`,
      );
      return [
        `upstream ${name} {`,
        `  zone ${name} 256k;`,
        '  least_conn;',
        ...servers,
        '  keepalive 32;',
        '  keepalive_timeout 4s;',
        '}',
        '',
      ].join('\n');
    })
    .join('\n');
}

/** What the entrypoint would have in its environment after it has read the script. */
function settings(script: string, environment: Record<string, string>): Record<string, string> {
  const env = { ...plainEnv(), ...environment };
  const printed = execFileSync('/bin/sh', ['-c', `. "${script}"; env -0`], { encoding: 'utf8', env });
  return Object.fromEntries(
    printed.split('\0').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
