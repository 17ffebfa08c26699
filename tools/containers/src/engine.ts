import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { plainEnv } from '@portfolio/lifecycle/supervisor';
import { CommandError, runCommand, type CommandOptions } from './command.ts';

/** Since 25, HEALTHCHECK has `--start-interval`. */
const MIN_VERSION = 25;
/** Packages, images and build cache of an engine that this tool has started. */
const FOLDER = '/var/cache/portfolio-engine';
const SCRIPT = join(import.meta.dirname, '../engine.sh');

/** Docker engine on this machine, with compose and buildx. */
export class Engine {
  private constructor(
    readonly env: Record<string, string>,
    private readonly isOurs: boolean,
  ) {}

  /** Takes the engine of DOCKER_HOST or of the default socket, or starts Debian's. @throws without any */
  static async connect(): Promise<Engine> {
    const { HOME = homedir(), DOCKER_HOST, DOCKER_CONFIG } = process.env;
    const found = new Engine(
      { ...plainEnv(), HOME, ...(DOCKER_HOST && { DOCKER_HOST }), ...(DOCKER_CONFIG && { DOCKER_CONFIG }) },
      false,
    );
    const engine = (await found.isRunning()) ? found : await Engine.start(HOME);
    const [server, compose, buildx] = await engine.versions();
    if (!(Number.parseInt(server!, 10) >= MIN_VERSION)) {
      throw new Error(`The engine has version ${server}; ${MIN_VERSION} or newer is needed.`);
    }
    console.log(`Engine ${server}, compose ${compose}, ${buildx}\n`);
    return engine;
  }

  private static async start(HOME: string): Promise<Engine> {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
      throw new Error('No Docker engine responds. Start one, set DOCKER_HOST, or run this as root on Debian.');
    }
    const env = plainEnv();
    const engine = new Engine(
      {
        ...{ ...env, HOME, DOCKER_HOST: `unix://${FOLDER}/docker.sock`, DOCKER_CONFIG: `${FOLDER}/config` },
        PATH: `${FOLDER}/root/usr/bin:${env.PATH}`,
      },
      true,
    );
    console.log('No Docker engine responds: starting that of Debian 13.');
    await runCommand(SCRIPT, ['start', FOLDER], { env });
    return engine;
  }

  docker(args: string[], options?: Partial<CommandOptions>): Promise<string> {
    return this.run('docker', args, options);
  }

  /** Runs a program that uses the engine. */
  run(program: string, args: string[], options: Partial<CommandOptions> = {}): Promise<string> {
    return runCommand(program, args, { ...options, env: { ...this.env, ...options.env } });
  }

  /** Stops an engine that this tool has started. */
  async stop(): Promise<void> {
    if (this.isOurs) await runCommand(SCRIPT, ['stop', FOLDER], { env: plainEnv() });
  }

  private async isRunning(): Promise<boolean> {
    return this.docker(['version']).then(
      () => true,
      () => false,
    );
  }

  private versions(): Promise<string[]> {
    return Promise.all([
      this.docker(['version', '--format', '{{.Server.Version}}']),
      this.docker(['compose', 'version', '--short']),
      this.docker(['buildx', 'version']).then((text) => text.split(' ').slice(0, 2).join(' ')),
    ]).catch((error: unknown) => {
      throw error instanceof CommandError ? new Error('docker compose or docker buildx is not installed.') : error;
    });
  }
}
