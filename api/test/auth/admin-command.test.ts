import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SecurityEventListView } from '@portfolio/contracts';
import { User } from '@portfolio/database';
import { moveToTrash, ORPHAN_TRASH_DAYS, StorageUnavailableError, TRASH } from '@portfolio/storage';
import { readCommand, runCommand } from '../../src/commands/administrators.ts';
import { runMain } from '../../src/commands/command-line.ts';
import { readPassword, type PasswordInput } from '../../src/commands/read-password.ts';
import { UsersRepository } from '../../src/auth/users.repository.ts';
import { runTrash } from '../../src/commands/trash.ts';
import { runBuiltCommand } from '../run-built-command.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const email = 'elin@example.org';
const password = 'a low tide at noon';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ DEMO: false });
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate users cascade'));
afterEach(() => void jest.restoreAllMocks());

/** Runs the built admin command with these arguments and standard input. */
const admin = (args: string[], input = `${password}\n`, DATABASE_URL = api.env.DATABASE_URL) =>
  runBuiltCommand('admin', args, { DATABASE_URL }, input);

/** Runs a command in this process, which is faster. */
const runInProcess = (...args: string[]) =>
  runCommand(readCommand(args) as never, new UsersRepository(users()), () => Promise.resolve(password));
const create = (address = email, name = 'Elin Marsh') => runInProcess('create', '--email', address, '--name', name);
const signIn = (given: object = {}) => api.visitor.post('/api/auth/login').send({ email, password, ...given });
const users = () => api.database.getRepository(User);

describe('admin create', () => {
  it('creates an administrator who can sign in, with the password from standard input', async () => {
    const input = `${password}\r\nnot the password\n`;
    expect(await admin(['create', '--email', email, '--name', 'Elin Marsh'], input)).toEqual({
      out: `${email} can sign in now.\n`,
      errors: '',
      status: 0,
    });

    const { body } = await signIn().expect(200);
    expect(body.user).toEqual({ id: expect.any(Number), name: 'Elin Marsh', email });
  });

  it('rejects an existing email regardless of letter case and suggests reset-password', async () => {
    await create();

    await expect(create('ELIN@example.org')).rejects.toThrow('reset-password --email ELIN@example.org');

    expect(await users().count()).toBe(1);
    await signIn().expect(200);
  });

  it.each([
    ['a password of nine characters', { input: 'nine char' }, 'at least 10 characters'],
    ['no password', { input: '' }, 'at least 10 characters'],
    ['a common password', { input: 'Password2024!' }, 'is a common password'],
    ['a blank password', { input: ' '.repeat(12) }, 'Password is required'],
    ['an invalid email', { address: 'elin' }, 'Invalid email address'],
    ['a name of one letter', { name: 'E' }, 'Name must be at least 2 characters'],
  ])('rejects %s', async (_, given: { address?: string; name?: string; input?: string }, message) => {
    const { address = email, name = 'Elin Marsh', input = password } = given;
    const attempt = async () =>
      runCommand(
        readCommand(['create', '--email', address, '--name', name]) as never,
        new UsersRepository(users()),
        async () => input,
      );

    await expect(attempt()).rejects.toThrow(message);
    expect(await users().count()).toBe(0);
  });
});

describe('admin reset-password', () => {
  it('sets the password and ends every session', async () => {
    await create();
    const token = (await signIn().expect(200)).body.token as string;

    const { status, out } = await admin(['reset-password', '--email', 'Elin@Example.org'], 'quite another one\n');

    expect({ status, out }).toEqual({ status: 0, out: `${email} has a new password and is signed out everywhere.\n` });
    await api.visitor.get('/api/auth/me').set('authorization', `Bearer ${token}`).expect(401);
    await signIn().expect(401);
    const { body } = await signIn({ password: 'quite another one' }).expect(200);
    const { events } = (
      await api.visitor.get('/api/auth/security-events').set('authorization', `Bearer ${body.token}`).expect(200)
    ).body as SecurityEventListView;
    expect(events).toContainEqual(expect.objectContaining({ type: 'password-reset', device: null, network: null }));
  });
});

describe('admin trash', () => {
  beforeEach(() => api.storage.removeFolder(TRASH));

  const key = 'originals/3f/3f2a.jpg';
  const trashCommand = async (...args: string[]) => {
    const lines: string[] = [];
    await runTrash(
      args,
      (line) => lines.push(line),
      () => Promise.resolve(api.storage),
    );
    return lines;
  };

  it('lists originals with their last day and restores the named ones', async () => {
    expect(await trashCommand('trash')).toEqual(['The trash is empty.']);
    await api.storage.write(key, Buffer.alloc(1_500));
    const lastDay = () => new Date(Date.now() + ORPHAN_TRASH_DAYS * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const before = lastDay();
    await moveToTrash(api.storage, key);
    // The move may be at midnight.
    const lines = [before, lastDay()].map((day) => `${key}  2 kB  until ${day}`);

    const [line, ...others] = await trashCommand('trash');
    expect(lines).toContain(line);
    expect(others).toEqual(['1 original, 2 kB.']);
    expect(await trashCommand('untrash', key)).toEqual(['1 original restored from the trash.']);

    expect(await api.storage.stat(key)).toMatchObject({ bytes: 1_500 });
  });

  it('restores all originals', async () => {
    for (const name of ['a', 'b']) {
      await api.storage.write(`originals/aa/${name}.jpg`, Buffer.from(name));
      await moveToTrash(api.storage, `originals/aa/${name}.jpg`);
    }

    expect(await trashCommand('untrash', '--all')).toEqual(['2 originals restored from the trash.']);

    expect(await api.storage.read('originals/aa/b.jpg')).toEqual(Buffer.from('b'));
  });

  it('restores the rest where housekeeping removes one meanwhile', async () => {
    for (const name of ['a', 'b']) {
      await api.storage.write(`originals/aa/${name}.jpg`, Buffer.from(name));
      await moveToTrash(api.storage, `originals/aa/${name}.jpg`);
    }
    jest.spyOn(api.storage, 'copy').mockResolvedValueOnce(false);

    expect(await trashCommand('untrash', '--all')).toEqual(['1 original restored from the trash.']);
  });

  it('restores the named ones that it has, and reports the others', async () => {
    await api.storage.write(key, Buffer.from('a'));
    await moveToTrash(api.storage, key);

    await expect(trashCommand('untrash', 'originals/none.jpg', key)).rejects.toThrow(
      'Not in the trash: originals/none.jpg',
    );

    expect(await api.storage.read(key)).toEqual(Buffer.from('a'));
  });

  it.each([
    [['untrash'], 'Give either keys or --all'],
    [['untrash', '--all', key], 'Give either keys or --all'],
    [['trash', key], 'trash takes no arguments'],
    [['trash', '--all'], 'trash takes no arguments'],
    [['untrash', 'originals/none.jpg'], 'Not in the trash: originals/none.jpg'],
  ])('rejects %j', async (args, message) => {
    await expect(trashCommand(...args)).rejects.toThrow(message);
  });

  it.each([
    ['a malformed key', 'originals//a.jpg', undefined, '"originals//a.jpg" is no key of a file in the storage'],
    ['an unavailable storage', key, new StorageUnavailableError('The bucket is gone'), 'The bucket is gone'],
  ])('reports %s in one sentence', async (_, typed, fault, message) => {
    if (fault) jest.spyOn(api.storage, 'copy').mockRejectedValueOnce(fault);
    const print = jest.spyOn(console, 'error').mockReturnValue();

    await runMain(async () => void (await trashCommand('untrash', typed)));
    // Jest would exit with the command's status.
    process.exitCode = undefined;

    expect(print.mock.calls).toEqual([[message]]);
  });
});

describe('admin commands on a site with two administrators', () => {
  const other = 'ruth@example.org';
  beforeEach(async () => {
    await create();
    await create(other, 'Ruth Calder');
  });

  it('list prints one line for each', async () => {
    const dayOf = async (address: string) =>
      (await users().findOneByOrFail({ email: address })).createdAt.toISOString().slice(0, 10);

    const list = await runInProcess('list');

    expect(list.trim().split('\n')).toEqual([
      `${email}\tElin Marsh\t${await dayOf(email)}`,
      `${other}\tRuth Calder\t${await dayOf(other)}`,
    ]);
  });

  it('remove ends the sessions of that administrator only', async () => {
    const tokenOf = async (email: string) => (await signIn({ email }).expect(200)).body.token as string;
    const me = (token: string) => api.visitor.get('/api/auth/me').set('authorization', `Bearer ${token}`);
    const [token, otherToken] = [await tokenOf(email), await tokenOf(other)];

    expect(await runInProcess('remove', '--email', 'ELIN@example.org')).toBe(
      `${email} is removed and signed out everywhere.`,
    );

    await me(token).expect(401);
    await me(otherToken).expect(200);
    await signIn().expect(401);
  });

  it('remove refuses to delete the last administrator, even when run concurrently', async () => {
    const outcomes = await Promise.allSettled([
      runInProcess('remove', '--email', email),
      runInProcess('remove', '--email', other),
    ]);

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [left] = await users().find();
    await expect(runInProcess('remove', '--email', left!.email)).rejects.toThrow(
      `${left!.email} is the last administrator and cannot be removed.`,
    );
    expect(await users().count()).toBe(1);
  });

  it('rename validates and stores the name', async () => {
    expect(await runInProcess('rename', '--email', other, '--name', 'Ruth M. Calder')).toBe(
      `${other} is renamed to Ruth M. Calder.`,
    );
    expect((await signIn({ email: other }).expect(200)).body.user.name).toBe('Ruth M. Calder');

    expect(() => readCommand(['rename', '--email', other, '--name', 'R'])).toThrow(
      'Name must be at least 2 characters',
    );
  });

  it.each([['remove'], ['rename', '--name', 'Nobody'], ['reset-password']])(
    '%s rejects an unknown account',
    async (...args) => {
      await expect(runInProcess(...args, '--email', 'nobody@example.org')).rejects.toThrow(
        'There is no account nobody@example.org',
      );
    },
  );
});

describe('admin command line', () => {
  it('prints its usage with --help', async () => {
    const { status, out } = await admin(['--help']);

    expect(status).toBe(0);
    // As in a container image, which has no npm scripts.
    expect(out).toContain('  node api/dist/admin.js create --email');
    expect(out).toContain('at least 10 characters');
  });

  it('exits with status 2 without arguments', async () => {
    const { status, errors } = await admin([]);

    expect(status).toBe(2);
    expect(errors).toContain('Use list, create, rename, reset-password or remove');
  });

  it.each([
    [['delete', '--email', email], 'Use list, create, rename, reset-password or remove'],
    [['create', 'reset-password', '--email', email], 'Use list, create, rename, reset-password or remove'],
    [['create'], '--email'],
    [['create', '--email', email], '--name'],
    [['rename', '--email', email], '--name'],
    [['remove'], '--email'],
    [['create', '--password', 'x'], '--password'],
  ])('rejects %j', (args, message) => {
    expect(() => readCommand(args)).toThrow(message);
  });

  it('prints one sentence when the database cannot be reached', async () => {
    const { status, errors } = await admin(['reset-password', '--email', email], '', 'postgres://x@127.0.0.1:9/x');

    expect(status).toBe(1);
    expect(errors).toMatch(/^The database cannot be reached: .*\n$/);
  });
});

describe('password prompt at a terminal', () => {
  const { TERM } = process.env;
  // Node's readline handles no keys where TERM is `dumb`, as in some CI servers.
  beforeAll(() => void (process.env.TERM = 'xterm'));
  afterAll(() => void (TERM === undefined ? delete process.env.TERM : (process.env.TERM = TERM)));

  /** Prompts at a terminal at which these keys are typed. */
  function promptAtTerminal(keys: string) {
    const rawModes: boolean[] = [];
    const input: PasswordInput = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (isRaw: boolean) => (rawModes.push(isRaw), input),
    }) as never;
    (input as PassThrough).end(keys);
    let shown = '';
    return { rawModes, password: readPassword(input, (text) => (shown += text)), shown: () => shown };
  }

  it('reads the password twice, handles backspace and shows nothing', async () => {
    const { password, rawModes, shown } = promptAtTerminal('a long passwordXY\u007f\b\ra long password\r');

    expect(await password).toBe('a long password');
    expect(shown()).not.toContain('long');
    expect(rawModes).toEqual([true, false]);
  });

  it.each([
    ['two different passwords', 'a long password\rb long password\r', 'not the same'],
    ['Ctrl-C', 'a long\u0003', 'Stopped'],
    ['Ctrl-D', '\u0004', 'No password'],
  ])('stops at %s and resets the terminal', async (_, keys, message) => {
    const { password, rawModes } = promptAtTerminal(keys);

    await expect(password).rejects.toThrow(message);
    expect(rawModes).toEqual([true, false]);
  });
});
