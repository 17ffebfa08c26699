import { loadRemote, registerRemotes } from '@module-federation/runtime';
import type { ComponentType } from 'react';

/** What the back office is given by the page that carries it. */
export interface AdminAppProps {
  /** The path under which it is mounted, without a slash at the end. */
  basePath: string;
  /** Origin of the API; empty for the page's own. */
  apiOrigin: string;
}

export type AdminApp = ComponentType<AdminAppProps>;

/** Loads the back office. `attempt` counts from 0. */
export type LoadAdmin = (attempt: number) => Promise<AdminApp>;

/** Name of the federation remote and of the one module that it exposes. */
const REMOTE = 'admin_web';
const MODULE = `${REMOTE}/AdminApp`;

/**
 * Loads the back office from its remote.
 *
 * Every further attempt asks under another address, for the runtime keeps what it has once begun to load, and a load
 * that hangs would otherwise hang for ever.
 *
 * @param manifest address of the remote's manifest, relative to the page
 */
export const loadAdminFrom =
  (manifest: string): LoadAdmin =>
  async (attempt) => {
    const entry = new URL(manifest, document.baseURI);
    if (attempt > 0) entry.searchParams.set('attempt', String(attempt));
    registerRemotes([{ name: REMOTE, entry: entry.href, type: 'module' }], { force: true });
    const module = await loadRemote<{ default: AdminApp }>(MODULE);
    if (!module) throw new Error('The back office is empty');
    return module.default;
  };
