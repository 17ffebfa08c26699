import { fork, type ChildProcess } from 'node:child_process';
import type { LifecycleMessage } from '@portfolio/lifecycle';
import { LogFile } from './log-file.ts';
import { StartError } from './start-error.ts';

/** What is needed to run one part of the site. */
export interface PartPlan {
  /** As in the log's name and in sentences. */
  name: string;
  script: string;
  env: NodeJS.ProcessEnv;
  cwd: string;
  logFile: string;
  /** What Node itself is told. */
  nodeOptions?: string[];
  /** Milliseconds to become ready. */
  startWithin?: number;
  /** Milliseconds to stop, until the part is killed. */
  stopWithin?: number;
}

/**
 * One process of the site.
 *
 * It leads a process group of its own, so that Ctrl-C on the terminal reaches the supervisor alone, which then stops
 * the parts in order, and so that a part can be killed with whatever it started. The IPC channel is the other leash:
 * when the supervisor is killed the channel closes, and by that the part knows that it has to stop.
 */
export class Part {
  readonly name: string;
  /** Resolves when the process has ended, whatever the reason. */
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private readonly log: LogFile;
  private readonly stopWithin: number;
  private readonly startWithin: number;
  private stopping: Promise<void> | undefined;
  private failure: string | undefined;

  constructor({
    name,
    script,
    env,
    cwd,
    logFile,
    nodeOptions = [],
    startWithin = 60_000,
    stopWithin = 20_000,
  }: PartPlan) {
    this.name = name;
    this.startWithin = startWithin;
    this.stopWithin = stopWithin;
    this.log = new LogFile(logFile);
    this.child = fork(script, [], {
      cwd,
      env,
      detached: true,
      execArgv: ['--enable-source-maps', ...nodeOptions],
      stdio: ['ignore', this.log.descriptor, this.log.descriptor, 'ipc'],
    });
    this.ended = new Promise<void>((resolve) => {
      this.child.once('exit', () => resolve());
      this.child.once('error', (error) => {
        this.failure = error.message;
        resolve();
      });
    }).then(() => this.kill());
    this.child.on('message', (message: LifecycleMessage) => {
      if (message.type === 'failed') this.failure = message.reason;
    });
  }

  /** @throws StartError when the part ends instead, or takes too long */
  async ready(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await Promise.race([
        new Promise<void>((resolve) => {
          this.child.on('message', (message: LifecycleMessage) => message.type === 'ready' && resolve());
        }),
        this.ended.then(() => {
          throw this.death();
        }),
        new Promise((_, reject) => {
          const late = () =>
            reject(this.account(`${this.name} is not ready after ${this.startWithin / 1000} seconds.`));
          timer = setTimeout(late, this.startWithin);
        }),
      ]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** For a part that does one thing: waits for its end. @throws StartError unless it went well */
  async done(): Promise<void> {
    await this.ended;
    if (this.child.exitCode === 0) return;
    const [sentence = `${this.name} failed.`] = this.log.lastLines(1);
    throw this.account(`${this.name} failed: ${sentence}`, []);
  }

  /** Asks the part to stop, and kills it with all that it started when it takes too long. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      const timer = setTimeout(() => this.kill(), this.stopWithin);
      this.child.kill('SIGTERM');
      await this.ended;
      clearTimeout(timer);
      this.log.close();
    })();
    return this.stopping;
  }

  /** Why the part has ended, with its last words. */
  death(): StartError {
    if (this.failure !== undefined) return this.account(`${this.name} does not start: ${this.failure}`, []);
    const { exitCode, signalCode } = this.child;
    return this.account(`${this.name} has ended (${signalCode ?? `status ${exitCode}`}).`);
  }

  private account(sentence: string, lines = this.log.lastLines()): StartError {
    return new StartError(sentence, [...lines, `The whole log: ${this.log.path}`]);
  }

  /** The whole group: a process that the part started may outlive it. */
  private kill(): void {
    if (this.child.pid === undefined) return;
    try {
      process.kill(-this.child.pid, 'SIGKILL');
    } catch {
      // Nobody is left, which is the usual case.
    }
  }
}
