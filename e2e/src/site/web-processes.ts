import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@portfolio/lifecycle/supervisor';
import { ROOT } from '@portfolio/testing/repository';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import { KillableService } from './killable-processes.ts';

/** Suffix of a hashed file name. */
const HASH = /-[\w-]{4}([\w-]{4}\.\w+)$/;

/** admin-web in its own folder, whose build is replaced while the server runs. */
export class DeployedBackOffice extends KillableService {
  private constructor(
    private readonly folder: string,
    port: number,
    apiOrigin: string,
    readonly origin = `http://localhost:${port}`,
  ) {
    const script = join(folder, 'dist/server/main.js');
    super('admin-web', script, { PORT: String(port), API_ORIGIN: apiOrigin });
  }

  /** @param apiOrigin origin of the API for its pages */
  static async deploy(apiOrigin: string): Promise<DeployedBackOffice> {
    const folder = await makeTempFolder('admin-web');
    const built = join(ROOT, 'admin-web');
    await mkdir(join(folder, 'dist'));
    for (const path of ['package.json', 'dist/server', 'dist/client']) {
      await cp(join(built, path), join(folder, path), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const backOffice = new DeployedBackOffice(folder, await freePort(), apiOrigin);
    await backOffice.start();
    return backOffice;
  }

  get manifest(): string {
    return `${this.origin}/admin-app/mf-manifest.json`;
  }

  /** Deploys another build: one text and all hashed file names differ. */
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

  override async stop(): Promise<void> {
    await super.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** public-web before the API of a running site. */
export class PublicWeb extends KillableService {
  private constructor(
    readonly url: string,
    settings: Record<string, string>,
  ) {
    super('public-web', 'public-web/dist/server/main.js', { PORT: new URL(url).port, PUBLIC_URL: url, ...settings });
  }

  /** @param settings the address of the back office */
  static async deploy(apiOrigin: string, settings: Record<string, string>): Promise<PublicWeb> {
    const publicWeb = new PublicWeb(`http://localhost:${await freePort()}`, { API_URL: apiOrigin, ...settings });
    await publicWeb.start();
    return publicWeb;
  }
}
