import { satisfy } from '@module-federation/runtime';
import type { Manifest } from './load-admin.ts';

/**
 * Version of what the page provides: the props `basePath` and `apiOrigin`, tokens, base styles and a data router. Must equal
 * the number in `admin-web/vite.config.ts`.
 */
export const CONTRACT = 1;

/** A version mismatch. */
export interface Skew {
  /** Package, or `contract`. */
  name: string;
  needed: string;
  here: string;
}

/**
 * Compares the versions that the back office needs with the page's own: the federation runtime only warns.
 *
 * @param versions of the shared packages, by name
 * @returns each mismatch once
 */
export function findSkew({ contract, shared }: Manifest, versions: ReadonlyMap<string, string>): Skew[] {
  const skews = new Map<string, Skew>();
  if (contract !== CONTRACT) {
    skews.set('contract', { name: 'contract', needed: String(contract), here: String(CONTRACT) });
  }
  for (const { name, singleton, requiredVersion } of shared) {
    const here = versions.get(name);
    // The back office brings its own copy.
    if (!singleton || here === undefined || requiredVersion === undefined) continue;
    if (!satisfy(here, requiredVersion)) {
      const packageName = packageOf(name);
      skews.set(packageName, { name: packageName, needed: requiredVersion, here });
    }
  }
  return [...skews.values()];
}

/** `react-dom` of `react-dom/client`. */
const packageOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
