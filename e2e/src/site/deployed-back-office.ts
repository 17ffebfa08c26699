import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { KillableProgram } from './killable.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** End of the name of a file whose content never changes. */
const HASH = /-[\w-]{4}([\w-]{4}\.\w+)$/;

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

  /** Deploys another version: one text differs, and so do the names of all files with a hash. */
  async replace(text: string, newText: string): Promise<void> {
    const [now, next] = [join(this.folder, 'dist/client'), join(this.folder, 'next')];
    await cp(now, next, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
    const assets = (await readdir(join(next, 'assets'))).filter((name) => HASH.test(name));
    const renamed = new Map(assets.map((name) => [name, name.replace(HASH, '-next$1')]));
    for (const path of await readdir(next, { recursive: true })) {
      if (!/\.(js|css|json|html)$/.test(path)) continue;
      let content = await readFile(join(next, path), 'utf8');
      for (const [name, newName] of renamed) content = content.replaceAll(name, newName);
      await writeFile(join(next, path), content.replaceAll(text, newText));
    }
    for (const [name, newName] of renamed) await rename(join(next, 'assets', name), join(next, 'assets', newName));
    await rename(now, join(this.folder, 'before'));
    await rename(next, now);
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
