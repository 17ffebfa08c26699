import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '../deployment.ts';
import { CommandError } from '../engine.ts';

const PAGES = ['/', '/galleries', '/about', '/contact', '/admin', '/sitemap.xml', '/feed.xml', '/api/docs'];

/** Shared modules or entry points in a federation manifest. */
type ManifestEntries = { assets: Record<'js' | 'css', { sync: string[]; async: string[] }> }[];

/** @returns the output of a command that must fail */
export async function outputOfFailure(command: Promise<string>): Promise<string> {
  const error = await command.then(
    () => undefined,
    (error: unknown) => error,
  );
  // Such as an interruption.
  if (error !== undefined && !(error instanceof CommandError)) throw error;
  assert(error, 'The command did not fail.');
  return error.output;
}

/** Compose refuses an `.env` without a required secret, and names it. */
export async function nameMissingSecrets(site: Deployment): Promise<string[]> {
  const compose = readFileSync(join(site.tree, 'docker-compose.yml'), 'utf8');
  const required = [...new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!))];
  await site.withEnv(undefined, async () => {
    assert.match(await outputOfFailure(site.up()), new RegExp(`set (${required.join('|')})`));
  });
  for (const name of required) {
    const others = required.filter((other) => other !== name).map((other) => `${other}=x\n`);
    await site.withEnv(others.join(''), async () => {
      assert.match(await outputOfFailure(site.compose('config')), new RegExp(`set ${name}`));
    });
  }
  return [required.join(', ')];
}

/** A process lists the faults of its environment. */
export async function refuseWeakSecrets(site: Deployment): Promise<void> {
  const command = site.compose('run', '--rm', '--no-deps', '--env', 'JWT_SECRET=secret', '--env', 'PORT=x', 'api');
  const output = await outputOfFailure(command);
  assert.match(output, /JWT_SECRET/);
  assert.match(output, /PORT/);
  assertNoStack(output);
}

export const assertNoStack = (output: string) => assert.doesNotMatch(output, /^\s+at .*:\d+/m);

/** Health, pages and all shared and exposed files of the back office. */
export async function servePages(site: Deployment): Promise<string[]> {
  const health = (await (await fetch(`${site.url}/api/health`)).json()) as { status: string };
  assert.equal(health.status, 'ok', JSON.stringify(health));
  const manifest = (await (await fetch(`${site.url}/admin-app/mf-manifest.json`)).json()) as {
    shared: ManifestEntries;
    exposes: ManifestEntries;
  };
  const assets = [...manifest.shared, ...manifest.exposes].flatMap(({ assets: { js, css } }) =>
    [js, css].flatMap(({ sync, async }) => [...sync, ...async]),
  );
  const paths = [...PAGES, ...new Set(assets.map((name) => `/admin-app/${name}`))];
  for (const path of paths) assert.equal(await site.statusOf(path), 200, path);
  return [`${paths.length} pages and files`];
}
