import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../projects.mjs';

const isFullLevel = process.env.TEST_LEVEL === 'full';
const SERVICES = ['admin-web', 'api', 'public-web', 'worker'];

let folder;
const path = (name) => join(folder, name);
const lines = (name) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8').trim().split('\n') : []);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roll-'));
  for (const name of ['deploy', 'containers', 'images', 'bin']) mkdirSync(path(name));
  copyFileSync(join(ROOT, 'deploy/roll'), path('deploy/roll'));
  writeFileSync(path('docker-compose.yml'), '');
  writeFileSync(path('.env'), 'JWT_SECRET=kept\n', { mode: 0o600 });
  writeFileSync(path('settings'), 'first');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs deploy/roll with the engine in ./roll. @param checkedOut the version that Git describes */
function roll({ checkedOut = 'v2', version, stopAfter }) {
  rmSync(path('halted'), { force: true });
  rmSync(path('changes'), { force: true });
  writeFileSync(path('bin/git'), `#!/bin/sh\necho ${checkedOut}\n`, { mode: 0o755 });
  return spawnSync('sh', [path('deploy/roll'), ...(version ? [version] : [])], {
    encoding: 'utf8',
    env: {
      PATH: `${path('bin')}:${join(ROOT, 'tools/test/roll')}:${process.env.PATH}`,
      FAKE: folder,
      STOP_AFTER: stopAfter,
    },
  });
}

/** `['api v1', …]` */
const containers = () =>
  readdirSync(path('containers'))
    .map((id) => lines(`containers/${id}`)[0].split(' '))
    .filter(([service]) => SERVICES.includes(service))
    .map(
      ([service, image, , status]) =>
        `${service} ${image.replace(/.*-/, '')}${status === 'running' ? '' : ' ' + status}`,
    )
    .sort();
const all = (version) => SERVICES.map((service) => `${service} ${version}`);
/** The fewest running containers of any service at any time. */
const fewest = () => Math.min(...lines('serving').map((line) => Number(line.split(' ')[1])));
const versions = () => [...new Set(readdirSync(path('images')).map((name) => name.split(':')[1]))].sort();

describe('deploy/roll', () => {
  it('leaves a backup alone that runs in a container of its own', () => {
    roll({ checkedOut: 'v1' });
    writeFileSync(path('containers/90'), 'run-api x x running\n');

    expect(roll({ checkedOut: 'v2' })).toMatchObject({ status: 0, stderr: '' });

    expect(lines('containers/90')).toEqual(['run-api x x running']);
    expect(containers()).toEqual(all('v2'));
  });

  it('starts all services of a new site', () => {
    expect(roll({ checkedOut: 'v1' })).toMatchObject({ status: 0, stderr: '' });

    expect(containers()).toEqual(all('v1'));
    expect(readFileSync(path('.env'), 'utf8')).toBe('JWT_SECRET=kept\nVERSION=v1\n');
  });

  it('replaces each container after its successor is healthy, then reloads the gateway', () => {
    roll({ checkedOut: 'v1' });
    expect(roll({})).toMatchObject({ status: 0 });

    expect(containers()).toEqual(all('v2'));
    expect(fewest()).toBe(1);
    expect(lines('log')).toEqual(['reloaded']);
    expect(lines('.env')).toContain('VERSION=v2');
  });

  it('replaces containers of the same version after a change of settings', () => {
    roll({});
    writeFileSync(path('settings'), 'second');
    expect(roll({})).toMatchObject({ status: 0 });

    expect(readdirSync(path('containers')).map((id) => lines(`containers/${id}`)[0])).toEqual(
      expect.arrayContaining(SERVICES.map((service) => expect.stringContaining(`${service}-v2-second`))),
    );
    expect(fewest()).toBe(1);
  });

  it('starts a store that the new containers need before them', () => {
    roll({});
    writeFileSync(path('with-s3'), '');
    writeFileSync(path('settings'), 's3');

    expect(roll({})).toMatchObject({ status: 0, stderr: '' });
    expect(lines('containers/s3')).toEqual(['s3 x x running']);
    expect(fewest()).toBe(1);
  });

  it('saves the version that runs, also where the gateway’s templates are faulty', () => {
    roll({ checkedOut: 'v1' });
    writeFileSync(path('faulty-gateway'), '');

    const { status, stderr } = roll({});
    expect([status, stderr]).toEqual([
      1,
      'deploy/roll: v2 runs, but deploy/gateway is faulty; the gateway keeps its former templates.\n',
    ]);
    expect(containers()).toEqual(all('v2'));
    expect(lines('.env')).toContain('VERSION=v2');
  });

  it.each(isFullLevel ? ['worker', 'api', 'admin-web'] : ['api'])(
    'restores all containers when %s does not become healthy',
    (service) => {
      roll({ checkedOut: 'v1' });
      writeFileSync(path('sick-v2'), service);
      const { status, stderr } = roll({});

      expect([status, stderr.trim().split('\n').at(-1)]).toEqual([
        1,
        `deploy/roll: ${service} of v2 did not become healthy; v1 runs on.`,
      ]);
      expect(stderr).toContain('lines of');
      expect(containers()).toEqual(all('v1'));
      expect(fewest()).toBe(1);
      expect(lines('.env')).toContain('VERSION=v1');
      expect(roll({ version: 'v1' })).toMatchObject({ status: 0 });
    },
  );

  it('changes no container when the migration fails', () => {
    roll({ checkedOut: 'v1' });
    writeFileSync(path('no-migration-v2'), '');
    const { status, stderr } = roll({});

    expect([status, stderr]).toEqual([1, 'deploy/roll: The migration to v2 failed; the containers are unchanged.\n']);
    expect(containers()).toEqual(all('v1'));
  });

  it('goes back to an earlier version, and rejects an unknown one', () => {
    for (const checkedOut of ['v1', 'v2']) roll({ checkedOut });
    expect(roll({ version: 'v1' })).toMatchObject({ status: 0 });
    expect(containers()).toEqual(all('v1'));

    const { status, stderr } = roll({ version: 'v9' });
    expect([status, stderr]).toEqual([1, 'deploy/roll: There is no image portfolio-worker:v9.\n']);
    expect(fewest()).toBe(1);
  });

  it('removes images before the last three versions', () => {
    for (const checkedOut of ['v1', 'v2', 'v3', 'v4', 'v5']) roll({ checkedOut });

    expect(versions()).toEqual(['v3', 'v4', 'v5']);

    roll({ checkedOut: 'v5' });
    expect(versions()).toEqual(['v3', 'v4', 'v5']);
  });

  it('finishes when it runs again after an interruption', () => {
    roll({ checkedOut: 'v0' });
    let stopAfter = 1;
    for (; ; stopAfter += isFullLevel ? 1 : 4) {
      const checkedOut = `v${stopAfter}`;
      const { status } = roll({ checkedOut, stopAfter });
      expect([stopAfter, status === 0]).toEqual([stopAfter, !existsSync(path('halted'))]);
      if (status === 0) break;
      expect([stopAfter, roll({ checkedOut }).status]).toEqual([stopAfter, 0]);
      expect(containers()).toEqual(all(checkedOut));
    }
    expect(stopAfter).toBeGreaterThan(1);
    expect(fewest()).toBe(1);
    expect(lines('log').filter((line) => line !== 'reloaded')).toEqual([]);
  }, 60_000);
});
