import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { request as secureRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type RunningProcess } from '@portfolio/lifecycle/supervisor';
import { launchGateway, launchNginx } from '../src/services/gateway.ts';
import { requireProgram } from '../src/services/servers.ts';

export interface TestRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  host?: string;
  /** Address of the visitor. */
  from?: string;
}

export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Fake service with the response of a test. */
export class Stub {
  respond: RequestListener = (_, response) => void response.end('here');
  readonly requests: { url: string; method: string; headers: IncomingHttpHeaders }[] = [];
  private server!: Server;

  private constructor(readonly port: number) {}

  static async start(): Promise<Stub> {
    const stub = new Stub(await freePort());
    await stub.listen();
    return stub;
  }

  async listen(): Promise<void> {
    this.server = createServer((incoming, outgoing) => {
      this.requests.push({ url: incoming.url!, method: incoming.method!, headers: incoming.headers });
      this.respond(incoming, outgoing);
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** The gateway with its real configuration. */
export class GatewayUnderTest {
  private constructor(
    private readonly folder: string,
    private readonly launched: RunningProcess,
    readonly port: number,
    readonly internal: number,
    readonly tlsPort: number,
  ) {}

  /**
   * @param environment of the compose file; `TLS: 'yes'` adds a certificate
   * @param trusted content of trusted.conf
   */
  static async start(
    upstreams: Record<string, number[]>,
    { TLS, ...environment }: Record<string, string> = {},
    trusted?: string,
  ): Promise<GatewayUnderTest> {
    const folder = mkdtempSync(join(tmpdir(), 'portfolio-gateway-'));
    const [port, internal, tlsPort] = [await freePort(), await freePort(), await freePort()];
    const certificate = TLS ? selfSigned(folder) : {};
    const files = { folder: join(folder, 'gateway'), logFile: join(folder, 'gateway.log') };
    let launched = launchGateway(
      { public: port, internal, upstreams },
      {
        ...files,
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
    if (trusted !== undefined) {
      launched.kill();
      await launched.ended;
      writeFileSync(join(files.folder, 'trusted.conf'), trusted);
      launched = launchNginx(requireProgram('nginx', 'nginx-light'), files, port, '/gateway/health');
      await launched.ready;
    }
    return new GatewayUnderTest(folder, launched, port, internal, tlsPort);
  }

  async stop(): Promise<void> {
    this.launched.kill();
    await this.launched.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** All lines so far. */
  log(): string[] {
    return readFileSync(join(this.folder, 'gateway.log'), 'utf8').trim().split('\n');
  }

  /** Keys of all files in the caches. */
  cachedKeys(): string[] {
    return ['pages', 'files']
      .flatMap((name) => readdirSync(join(this.folder, 'gateway', name), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .map((text) => /^KEY: (.*)$/m.exec(text)![1]!);
  }

  send(path: string, request: TestRequest = {}, port = this.port): Promise<TestResponse> {
    return send(port, path, request);
  }

  sendOverTls(path: string, request: TestRequest = {}): Promise<TestResponse> {
    return send(this.tlsPort, path, request, true);
  }
}

function send(
  port: number,
  path: string,
  { method, headers, body, host, from }: TestRequest,
  isTls = false,
): Promise<TestResponse> {
  return new Promise((done, fail) => {
    const name = host ?? 'site.example';
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method: method ?? 'GET',
      headers: { host: name, ...headers },
      agent: false as const,
      ...(from !== undefined && { localAddress: from }),
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

/** Certificate like in docs/operations.md. */
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
