import { getInstance, loadRemote, registerRemotes } from '@module-federation/runtime';
import type { ComponentType } from 'react';
import { findSkew, type Skew } from './version-skew.ts';

/** Props of the federation remote. */
export interface AdminAppProps {
  /** Path of the mount point, without a trailing slash. */
  basePath: string;
  /** Empty for the page's own origin. */
  apiOrigin: string;
}

export type AdminApp = ComponentType<AdminAppProps>;

/** @throws AdminUnavailable, AdminIncompatible, or the error of a module that could not be loaded */
export type LoadAdmin = () => Promise<AdminApp>;

/** The manifest of the back office could not be read. No module is loaded yet, so the page can retry. */
export class AdminUnavailable extends Error {}

/** The back office needs other versions than this page has. */
export class AdminIncompatible extends Error {
  constructor(readonly skews: Skew[]) {
    super(skews.map(({ name, needed, here }) => `${name}: needed ${needed}, here ${here}`).join('; '));
  }
}

const REMOTE = 'admin_web';
const MODULE = `${REMOTE}/AdminApp`;

/** For the manifest, and again for its modules. */
const TIMEOUT_MS = 10_000;

/**
 * Loads the back office from its remote, after comparing the versions in its manifest.
 *
 * @param manifest address of the manifest, relative to the page
 */
export const loadAdminFrom =
  (manifest: string): LoadAdmin =>
  async () => {
    const entry = new URL(manifest, document.baseURI).href;
    const contents = await readManifest(entry).catch((cause: unknown) => {
      throw new AdminUnavailable('The back office does not respond', { cause });
    });
    const skews = findSkew(contents, ownVersions());
    if (skews.length > 0) throw new AdminIncompatible(skews);

    registerRemotes([{ name: REMOTE, entry, type: 'module' }], { force: true });
    const module = await withTimeout(TIMEOUT_MS, loadRemote<{ default: AdminApp }>(MODULE));
    if (!module) throw new Error('The back office is empty');
    return module.default;
  };

/** Versions of the packages that this page shares. */
function ownVersions(): Map<string, string> {
  const shared = Object.entries(getInstance()?.options.shared ?? {});
  return new Map(shared.flatMap(([name, [copy]]) => (copy?.version ? [[name, copy.version] as const] : [])));
}

function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response in ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

/** The federation manifest, as far as it is used. */
export type Manifest = Awaited<ReturnType<typeof readManifest>>;

/** @throws after the timeout, and for anything but a manifest */
async function readManifest(address: string) {
  const response = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} responded with ${response.status}`);
  const json: unknown = await response.json();
  const { contract, shared, exposes, metaData } = isRecord(json) ? json : {};
  if (!isRecord(metaData) || !Array.isArray(exposes) || !Array.isArray(shared)) {
    throw new Error(`${address} is no manifest`);
  }
  return {
    /** Version of the contract with the page; 0 without one. */
    contract: typeof contract === 'number' ? contract : 0,
    /** Packages that back office and page share. */
    shared: shared.filter(isRecord).map(({ name, singleton, requiredVersion }) => ({
      /** Import specifier: `react-dom/client` is listed beside `react-dom`. */
      name: String(name),
      singleton: singleton === true,
      /** Version range of the back office; undefined for any. */
      requiredVersion: typeof requiredVersion === 'string' ? requiredVersion : undefined,
    })),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
