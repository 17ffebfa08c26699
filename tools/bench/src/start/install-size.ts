import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedIn, type Installed } from './installed.ts';
import { packagesOf, projectsIn, type LockFile } from './lock-file.ts';

/** Package with all its copies. */
export interface PackageSize {
  name: string;
  copies: number;
  bytes: number;
  /** Whether the lock file lists it for development only. */
  isForDevelopment: boolean;
  /** Projects that use it at run time. */
  projects: string[];
}

export interface InstallSize {
  packages: number;
  bytes: number;
  /** Without packages for development. */
  bytesToRun: number;
  /** Packages that the site uses at run time. */
  bytesOfSite: number;
  /** The largest first. */
  largest: PackageSize[];
}

/** Projects of the processes of `npm start`. */
const SITE = ['api', 'worker', 'public-web', 'admin-web', 'tools/site', 'tools/demo'];

/**
 * Sizes of the installed packages.
 *
 * @param count of the largest packages
 */
export function installSize(root: string, count = 10): InstallSize {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const projects = projectsIn(lock);
  const installed = ['', ...projects].flatMap((project) =>
    installedIn(root, project === '' ? 'node_modules' : `${project}/node_modules`),
  );
  const needs = new Map(projects.map((project) => [project, packagesOf(lock, project)]));
  const isOfSite = ({ path }: Installed) => SITE.some((project) => needs.get(project)?.has(path));
  const isToRun = ({ path }: Installed) => lock.packages[path]?.dev !== true;
  const byName = new Map<string, Installed[]>();
  for (const one of installed) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  const sizes = [...byName].map(([name, copies]) => ({
    name,
    copies: copies.length,
    bytes: totalBytes(copies),
    isForDevelopment: !copies.some(isToRun),
    projects: projects.filter((project) => copies.some(({ path }) => needs.get(project)?.has(path))),
  }));
  return {
    packages: installed.length,
    bytes: totalBytes(installed),
    bytesToRun: totalBytes(installed.filter(isToRun)),
    bytesOfSite: totalBytes(installed.filter(isOfSite)),
    largest: sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, count),
  };
}

const totalBytes = (copies: Installed[]) => copies.reduce((total, { bytes }) => total + bytes, 0);
