import { satisfy } from '@module-federation/runtime';
import type { Manifest } from './manifest.ts';

/**
 * What this page offers to the back office: the props `basePath` and `apiOrigin`, tokens and base styles, and a data router
 * around it. A back office that expects something else has another number in `admin-web/vite.config.ts`.
 */
export const CONTRACT = 1;

/** One thing in which the back office and this page do not go together. */
export interface Skew {
  /** A package, or what both call the contract. */
  name: string;
  needed: string;
  here: string;
}

/**
 * Compares what the back office needs with what this page has. The runtime itself only warns, and mounts the back office
 * on a copy that it was not built for.
 *
 * @param versions of the copies that this page shares, by name
 * @returns nothing where they fit; each package once
 */
export function findSkew({ contract, shared }: Manifest, versions: ReadonlyMap<string, string>): Skew[] {
  const skews = new Map<string, Skew>();
  if (contract !== CONTRACT) {
    skews.set('contract', { name: 'contract', needed: String(contract), here: String(CONTRACT) });
  }
  for (const { name, singleton, requiredVersion } of shared) {
    const here = versions.get(name);
    // What this page has not, or what each may have for itself, the back office brings along.
    if (!singleton || here === undefined || requiredVersion === undefined) continue;
    if (!satisfy(here, requiredVersion)) {
      const whole = packageOf(name);
      skews.set(whole, { name: whole, needed: requiredVersion, here });
    }
  }
  return [...skews.values()];
}

/** `react-dom` of `react-dom/client`. */
const packageOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
