import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { request as secureRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchGateway } from '../src/services/gateway.ts';
import type { Launched } from '../src/services/member.ts';
import { freePort } from '../src/services/ports.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  host?: string;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Servers that answer as a test says, in the place of the parts. */
export class Stub {
  answer: RequestListener = (_, response) => void response.end('here');
  /** Of every request that came, in order. */
  readonly asked: { url: string; method: string; headers: IncomingHttpHeaders }[] = [];
  private server!: Server;

  private constructor(readonly port: number) {}

  static async start(): Promise<Stub> {
    const stub = new Stub(await freePort());
    await stub.listen();
    return stub;
  }

  async listen(): Promise<void> {
    this.server = createServer((incoming, outgoing) => {
      this.asked.push({ url: incoming.url!, method: incoming.method!, headers: incoming.headers });
      this.answer(incoming, outgoing);
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** The gateway on its real configuration. */
export class GatewayUnderTest {
  private constructor(
    private readonly folder: string,
    private readonly launched: Launched,
    readonly port: number,
    readonly internal: number,
    readonly tlsPort: number,
  ) {}

  /** @param environment as the compose file's; `TLS: 'yes'` brings a certificate */
  static async start(
    upstreams: Record<string, number[]>,
    { TLS, ...environment }: Record<string, string> = {},
  ): Promise<GatewayUnderTest> {
    const folder = mkdtempSync(join(tmpdir(), 'portfolio-gateway-'));
    const [port, internal, tlsPort] = [await freePort(), await freePort(), await freePort()];
    const certificate = TLS ? selfSigned(folder) : {};
    const launched = launchGateway(
      { public: port, internal, upstreams },
      {
        ...{ root: ROOT, folder: join(folder, 'gateway'), logFile: join(folder, 'gateway.log') },
        environment: {
          PUBLIC_URL: 'http://site.example',
          HTTPS_PORT: String(tlsPort),
          GATEWAY_HTTPS_PORT: `127.0.0.1:${tlsPort}`,
          ...certificate,
          ...environment,
        },
      },
    );
    await launched.ready;
    return new GatewayUnderTest(folder, launched, port, internal, tlsPort);
  }

  async stop(): Promise<void> {
    this.launched.kill();
    await this.launched.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The keys of all files that lie in the caches. */
  kept(): string[] {
    return ['pages', 'files']
      .flatMap((name) => readdirSync(join(this.folder, 'gateway', name), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .map((text) => /^KEY: (.*)$/m.exec(text)![1]!);
  }

  ask(path: string, asked: Asked = {}, port = this.port): Promise<Answered> {
    return ask(port, path, asked);
  }

  askOverTls(path: string, asked: Asked = {}): Promise<Answered> {
    return ask(this.tlsPort, path, asked, true);
  }
}

function ask(port: number, path: string, { method, headers, body, host }: Asked, isTls = false): Promise<Answered> {
  return new Promise((done, fail) => {
    const name = host ?? 'site.example';
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method: method ?? 'GET',
      headers: { host: name, ...headers },
      agent: false as const,
    };
    const outgoing = isTls
      ? secureRequest({ ...options, servername: name, rejectUnauthorized: false })
      : request(options);
    outgoing.on('error', fail).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => done({ status: response.statusCode!, headers: response.headers, text }));
    });
    outgoing.end(body);
  });
}

/** As docs/operations.md has an operator make it. */
function selfSigned(folder: string): Record<string, string> {
  const [TLS_CERTIFICATE, TLS_KEY] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'],
      ...['-subj', '/CN=site.example', '-addext', 'subjectAltName=DNS:site.example'],
      ...['-keyout', TLS_KEY, '-out', TLS_CERTIFICATE],
    ],
    { stdio: 'ignore' },
  );
  return { TLS_CERTIFICATE, TLS_KEY };
}
