import { getInstance, loadRemote, registerRemotes } from '@module-federation/runtime';
import type { ComponentType } from 'react';
import { readManifest } from './manifest.ts';
import { findSkew, type Skew } from './version-skew.ts';

/** What the back office is given by the page that carries it. */
export interface AdminAppProps {
  /** The path under which it is mounted, without a slash at the end. */
  basePath: string;
  /** Origin of the API; empty for the page's own. */
  apiOrigin: string;
}

export type AdminApp = ComponentType<AdminAppProps>;

/** @throws AdminAway, AdminUnfit, or anything else when a part of it could not be loaded */
export type LoadAdmin = () => Promise<AdminApp>;

/** Nothing of the back office answers; nothing of it has been loaded either, so that it can be asked for again. */
export class AdminAway extends Error {}

/** The back office is there, in a version that this page cannot carry. */
export class AdminUnfit extends Error {
  constructor(readonly skews: Skew[]) {
    super(skews.map(({ name, needed, here }) => `${name}: needed ${needed}, here ${here}`).join('; '));
  }
}

/** Name of the federation remote and of the one module that it exposes. */
const REMOTE = 'admin_web';
const MODULE = `${REMOTE}/AdminApp`;

/** Milliseconds that the manifest may take, and again all that it names. */
const PATIENCE = 10_000;

/**
 * Loads the back office from its remote. What it says of itself is read first: none of its code runs unless it fits.
 *
 * @param manifest address of the remote's manifest, relative to the page
 */
export const loadAdminFrom =
  (manifest: string): LoadAdmin =>
  async () => {
    const entry = new URL(manifest, document.baseURI).href;
    const told = await readManifest(entry, PATIENCE).catch((cause: unknown) => {
      throw new AdminAway('The back office does not answer', { cause });
    });
    const skews = findSkew(told, ownVersions());
    if (skews.length > 0) throw new AdminUnfit(skews);

    registerRemotes([{ name: REMOTE, entry, type: 'module' }], { force: true });
    const module = await within(PATIENCE, loadRemote<{ default: AdminApp }>(MODULE));
    if (!module) throw new Error('The back office is empty');
    return module.default;
  };

/** Versions of the packages that this page was built with and shares. */
function ownVersions(): Map<string, string> {
  const shared = Object.entries(getInstance()?.options.shared ?? {});
  return new Map(shared.flatMap(([name, [copy]]) => (copy?.version ? [[name, copy.version] as const] : [])));
}

/** Fails when a promise has not settled in time. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
