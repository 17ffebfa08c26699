import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api, signIn } from '@portfolio/api-client';
import { freePort, plainEnv, waitUntil } from '@portfolio/lifecycle/supervisor';
import { ROOT } from '@portfolio/testing/repository';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import { runCommand, type Engine } from './engine.ts';

/** Compose project name and image prefix; unlike those of an operator's site on the same engine. */
const PROJECT = 'portfolio-check';

/** Services with images of ours. */
export const OUR_SERVICES = ['worker', 'api', 'admin-web', 'public-web'] as const;
/** Services that stay up. */
export const SERVICES = ['postgres', 'redis', ...OUR_SERVICES, 'gateway'] as const;
export type Service = (typeof SERVICES)[number];

/** The site of docker-compose.yml: a copy of the tree as a repository, with a project name, ports and an `.env` of its own. */
export class Deployment {
  readonly account = { email: 'artist@example.com', password: 'kelp lantern over slack water' };
  /** Folder of the copy. */
  readonly tree: string;
  private readonly envFile: string;

  private constructor(
    readonly engine: Engine,
    /** Temporary folder of the run: the copy, and files of the steps. */
    readonly folder: string,
    readonly ports: { http: number; https: number },
    private signal: AbortSignal | undefined,
  ) {
    this.tree = join(folder, 'tree');
    this.envFile = join(this.tree, '.env');
  }

  static async create(engine: Engine, signal: AbortSignal): Promise<Deployment> {
    const ports = { http: await freePort(), https: await freePort() };
    const site = new Deployment(engine, await makeTempFolder('containers'), ports, signal);
    // `remove` runs its commands in this folder, so it must exist even when `prepare` fails.
    mkdirSync(site.tree);
    return site;
  }

  /**
   * Copies and commits the files that Git tracks or would track, and writes `.env`. Removes the containers and volumes of a
   * killed run.
   */
  async prepare(): Promise<void> {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const files = (await runCommand('git', list, { cwd: ROOT, env: plainEnv() })).split('\0').filter(Boolean);
    for (const file of files) if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(this.tree, file));
    await this.run('git', 'init', '--quiet');
    await this.commitNewVersion();
    this.configure({
      JWT_SECRET: randomBytes(48).toString('hex'),
      // With characters that have a meaning in an address.
      POSTGRES_PASSWORD: `${randomBytes(12).toString('hex')}@/#?%:`,
      ADMIN_EMAIL: this.account.email,
      ADMIN_PASSWORD: this.account.password,
      PUBLIC_URL: this.url,
      HTTP_PORT: String(this.ports.http),
      HTTPS_PORT: String(this.ports.https),
      IMAGE_PREFIX: PROJECT,
      IPV6_SUBNET: 'fd5e:1f:2b::/64',
      // One address sends all the load.
      ...{ GATEWAY_REQUESTS: '100000', GATEWAY_CONNECTIONS: '1000' },
      ...{ LIMIT_COMMENTS: '1000000', LIMIT_POSTS_PER_MINUTE: '1000000' },
    });
    await this.compose('down', '--volumes', '--remove-orphans');
  }

  get url(): string {
    return `http://localhost:${this.ports.http}`;
  }

  /** Changes settings in `.env`. */
  configure(changes: Record<string, string>): void {
    const isUnchanged = (line: string) => line !== '' && !(line.split('=')[0]! in changes);
    const lines = existsSync(this.envFile) ? readFileSync(this.envFile, 'utf8').split('\n').filter(isUnchanged) : [];
    const quoted = (value: string) => (/^[\w./:@-]*$/.test(value) ? value : `'${value}'`);
    lines.push(...Object.entries(changes).map(([name, value]) => `${name}=${quoted(value)}`));
    writeFileSync(this.envFile, `${lines.join('\n')}\n`, { mode: 0o600 });
  }

  /** Value of a setting in `.env`. */
  setting(name: string): string | undefined {
    return new RegExp(`^${name}='?(.*?)'?$`, 'm').exec(readFileSync(this.envFile, 'utf8'))?.[1];
  }

  /** Runs an action with another `.env`, or without any. */
  async withEnv(text: string | undefined, action: () => Promise<void>): Promise<void> {
    const before = readFileSync(this.envFile, 'utf8');
    if (text === undefined) rmSync(this.envFile);
    else writeFileSync(this.envFile, text);
    await action().finally(() => writeFileSync(this.envFile, before, { mode: 0o600 }));
  }

  /** Changes a page of docs and commits, so that there is a new version to deploy. */
  async commitNewVersion(): Promise<void> {
    appendFileSync(join(this.tree, 'docs/operations.md'), '\n');
    await this.run('git', 'add', '--all');
    const author = ['-c', 'user.name=check', '-c', 'user.email=check@example.com', '-c', 'commit.gpgsign=false'];
    await this.run('git', ...author, 'commit', '--quiet', '--no-verify', '--message', 'version');
  }

  /** Runs a command in the copy. Aborted with `signal`. */
  run(program: string, ...args: string[]): Promise<string> {
    const { signal } = this;
    const options = { cwd: this.tree, env: { COMPOSE_PROJECT_NAME: PROJECT }, ...(signal && { signal }) };
    return this.engine.run(program, args, options);
  }

  /**
   * Starts a program, and interrupts it and its children as Ctrl-C does, once a condition holds.
   *
   * @throws Error if the program ends before
   */
  async runUntil(condition: () => Promise<boolean>, program: string): Promise<void> {
    const env = { ...this.engine.env, COMPOSE_PROJECT_NAME: PROJECT };
    const child = spawn(program, { cwd: this.tree, env, detached: true, stdio: 'ignore' });
    const ended = once(child, 'exit');
    try {
      const endedEarly = ended.then(([status, signal]) => {
        throw new Error(`${program} ended with ${signal ?? `status ${status}`}.`);
      });
      await Promise.race([waitUntil(condition, { timeoutMs: 120_000 }), endedEarly]);
    } finally {
      if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGINT');
      await ended;
    }
  }

  compose(...args: string[]): Promise<string> {
    return this.run('docker', 'compose', '--progress', 'plain', ...args);
  }

  /** `docker compose up`, until all containers are healthy. */
  up(): Promise<string> {
    return this.compose('up', '--detach', '--wait');
  }

  docker(...args: string[]): Promise<string> {
    return this.run('docker', ...args);
  }

  /** Ids of running containers, of some services or of all. */
  async containers(...services: Service[]): Promise<string[]> {
    return (await this.compose('ps', '--quiet', ...services)).split('\n').filter(Boolean);
  }

  /** First container of a service. */
  async container(service: Service): Promise<string> {
    const [id] = await this.containers(service);
    if (id === undefined) throw new Error(`${service} does not run.`);
    return id;
  }

  /** @param format Go template */
  inspect(id: string, format: string): Promise<string> {
    return this.docker('inspect', '--format', format, id);
  }

  /** Name of an image of ours. */
  image(service: Service, version = this.setting('VERSION')): string {
    return `${PROJECT}-${service}:${version}`;
  }

  /** Versions of the api's images; the other services have the same. */
  async versions(): Promise<string[]> {
    return (await this.docker('image', 'ls', '--format', '{{.Tag}}', `${PROJECT}-api`)).split('\n').filter(Boolean);
  }

  /** Name of a volume of the compose file. */
  volume(name: string): string {
    return `${PROJECT}_${name}`;
  }

  /** Waits until a container is healthy. */
  async untilHealthy(id: string): Promise<void> {
    await waitUntil(async () => (await this.inspect(id, '{{.State.Health.Status}}')) === 'healthy');
  }

  /** A session of the administrator. */
  async signIn(): Promise<Api> {
    const { token } = await signIn(new Api({ origin: this.url }), this.account);
    return new Api({ origin: this.url, token: () => token, timeout: 120_000 });
  }

  /** Status of a page. */
  async statusOf(path: string): Promise<number> {
    const response = await fetch(this.url + path, { redirect: 'manual', signal: AbortSignal.timeout(30_000) });
    await response.arrayBuffer();
    return response.status;
  }

  /** Removes containers, volumes, images of ours and the folder. */
  async remove(): Promise<void> {
    this.signal = undefined;
    await this.compose('down', '--volumes', '--remove-orphans');
    const images = await this.docker('image', 'ls', '--format', '{{.Repository}}:{{.Tag}}', `${PROJECT}-*`);
    if (images !== '') await this.docker('image', 'rm', '--force', ...images.split('\n'));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
