import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plainEnv } from '@portfolio/lifecycle/supervisor';

const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;
const PRINTED_LINES = 25;

export interface CommandOptions {
  cwd?: string;
  env: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Failed program; the message has the end of its output. */
export class CommandError extends Error {
  override name = 'CommandError';

  constructor(
    command: string,
    readonly output: string,
  ) {
    super(`${command} failed:\n${output.trim().split('\n').slice(-PRINTED_LINES).join('\n')}`);
  }
}

/** Runs a program. @returns its standard output. @throws CommandError */
export async function runCommand(program: string, args: string[], options: CommandOptions): Promise<string> {
  const { timeoutMs = 0, ...others } = options;
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      ...others,
      timeout: timeoutMs,
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    return stdout.trim();
  } catch (error) {
    options.signal?.throwIfAborted();
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new CommandError([program, ...args].join(' '), stdout + stderr || message);
  }
}

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
    const env = { ...plainEnv(), HOME };
    const given = { ...env, ...(DOCKER_HOST && { DOCKER_HOST }), ...(DOCKER_CONFIG && { DOCKER_CONFIG }) };
    const own = {
      ...{ ...env, DOCKER_HOST: `unix://${FOLDER}/docker.sock`, DOCKER_CONFIG: `${FOLDER}/config` },
      PATH: `${FOLDER}/root/usr/bin:${env.PATH}`,
    };
    for (const found of [new Engine(given, false), new Engine(own, false)]) {
      if (await found.isRunning()) return found.checked();
    }
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
      throw new Error('No Docker engine responds. Start one, set DOCKER_HOST, or run this as root on Debian.');
    }
    console.log('No Docker engine responds: starting that of Debian 13.');
    await runCommand(SCRIPT, ['start', FOLDER], { env });
    const started = new Engine(own, true);
    try {
      return await started.checked();
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  docker(args: string[], options?: Partial<CommandOptions>): Promise<string> {
    return this.run('docker', args, options);
  }

  /** Runs a program that uses the engine. */
  run(program: string, args: string[], options: Partial<CommandOptions> = {}): Promise<string> {
    return runCommand(program, args, { ...options, env: { ...this.env, ...options.env } });
  }

  /** Stops an engine that this run has started. */
  async stop(): Promise<void> {
    if (this.isOurs) await runCommand(SCRIPT, ['stop', FOLDER], { env: plainEnv() });
  }

  private async isRunning(): Promise<boolean> {
    return this.docker(['version']).then(
      () => true,
      () => false,
    );
  }

  /** Prints the versions. @throws for an old engine, and without compose or buildx */
  private async checked(): Promise<this> {
    const [server, compose, buildx] = await Promise.all([
      this.docker(['version', '--format', '{{.Server.Version}}']),
      this.docker(['compose', 'version', '--short']),
      this.docker(['buildx', 'version']).then((text) => text.split(' ')[1]),
    ]).catch((error: unknown) => {
      throw error instanceof CommandError ? new Error('docker compose or docker buildx is not installed.') : error;
    });
    if (!(Number.parseInt(server, 10) >= MIN_VERSION)) {
      throw new Error(`The engine has version ${server}; ${MIN_VERSION} or newer is needed.`);
    }
    console.log(`Engine ${server}, compose ${compose}, buildx ${buildx}\n`);
    return this;
  }
}
