import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { KillableProgram } from './killable.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** An admin-web in a folder of its own, in which one build can take the place of another while its server runs. */
export class DeployedBackOffice {
  private constructor(
    private readonly folder: string,
    private readonly program: KillableProgram,
    /** Its own origin. */
    readonly origin: string,
  ) {}

  /** @param apiOrigin where its pages on their own origin find the API */
  static async start(apiOrigin: string): Promise<DeployedBackOffice> {
    const folder = await mkdtemp(join(tmpdir(), 'portfolio-admin-web-'));
    const built = join(ROOT, 'admin-web');
    await mkdir(join(folder, 'dist'));
    for (const part of ['package.json', 'dist/server', 'dist/client']) {
      await cp(join(built, part), join(folder, part), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const port = await freePort();
    const program = new KillableProgram('admin-web', join(folder, 'dist/server/main.js'), {
      PORT: String(port),
      API_ORIGIN: apiOrigin,
    });
    await program.start();
    return new DeployedBackOffice(folder, program, `http://localhost:${port}`);
  }

  get manifest(): string {
    return `${this.origin}/admin-app/mf-manifest.json`;
  }

  get pid(): number {
    return this.program.pid;
  }

  /** Builds a version that says `sentence` on every page, and puts it in the place of the one that is served. */
  async replace(sentence: string): Promise<void> {
    const next = join(this.folder, 'next');
    const script = join(ROOT, 'e2e/run/build-back-office.js');
    await promisify(execFile)(process.execPath, [script, next, sentence], { env: { PATH: process.env.PATH } });
    await rename(join(this.folder, 'dist/client'), join(this.folder, 'before'));
    await rename(next, join(this.folder, 'dist/client'));
  }

  async stop(): Promise<void> {
    await this.program.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A public-web of its own before the API of a running site. */
export class CarryingSite {
  private constructor(
    private readonly program: KillableProgram,
    readonly url: string,
  ) {}

  /** @param settings of public-web: where the back office is */
  static async start(apiOrigin: string, settings: Record<string, string>): Promise<CarryingSite> {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const program = new KillableProgram('public-web', 'public-web/dist/server/main.js', {
      PORT: String(port),
      API_URL: apiOrigin,
      PUBLIC_URL: url,
      ...settings,
    });
    await program.start();
    return new CarryingSite(program, url);
  }

  get pid(): number {
    return this.program.pid;
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}
