import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedIn, type Installed } from './installed.ts';
import { neededBy, projectsIn, type Lock } from './lock.ts';

/** A package by its name, wherever it lies and however often. */
export interface PackageSize {
  name: string;
  /** Places. */
  copies: number;
  bytes: number;
  /** By the lock file: whether an installation without what is for development would have it too. */
  isForDevelopment: boolean;
  /** Our projects that run with it. */
  projects: string[];
}

export interface InstallSize {
  packages: number;
  bytes: number;
  /** Of what an installation without what is for development would have. */
  bytesToRun: number;
  /** Of what the site itself runs with. */
  bytesOfSite: number;
  /** The largest first. */
  largest: PackageSize[];
}

/** The projects of which the processes of `npm start` are made. */
const SITE = ['api', 'worker', 'public-web', 'admin-web', 'tools/site', 'tools/demo'];

/**
 * What is installed, how large it is, and for what.
 *
 * @param root of the repository
 * @param count of the largest packages
 */
export function installSize(root: string, count = 10): InstallSize {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const projects = projectsIn(lock);
  const installed = ['', ...projects].flatMap((project) =>
    installedIn(root, project === '' ? 'node_modules' : `${project}/node_modules`),
  );
  const needs = new Map(projects.map((project) => [project, neededBy(lock, project)]));
  const isOfSite = ({ path }: Installed) => SITE.some((project) => needs.get(project)?.has(path));
  const isToRun = ({ path }: Installed) => lock.packages[path]?.dev !== true;
  const byName = new Map<string, Installed[]>();
  for (const one of installed) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  const sizes = [...byName].map(([name, places]) => ({
    name,
    copies: places.length,
    bytes: sum(places),
    isForDevelopment: !places.some(isToRun),
    projects: projects.filter((project) => places.some(({ path }) => needs.get(project)?.has(path))),
  }));
  return {
    packages: installed.length,
    bytes: sum(installed),
    bytesToRun: sum(installed.filter(isToRun)),
    bytesOfSite: sum(installed.filter(isOfSite)),
    largest: sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, count),
  };
}

const sum = (places: Installed[]) => places.reduce((total, { bytes }) => total + bytes, 0);
