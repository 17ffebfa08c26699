import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CONTRACT } from './version-skew.ts';

const registerRemotes = jest.fn();
const loadRemote = jest.fn<() => Promise<{ default: unknown } | null>>();
const shared = { react: [{ version: '19.3.1' }], 'react-router': [{ version: '7.18.5' }] };
const { satisfy } = await import('@module-federation/runtime');
jest.unstable_mockModule('@module-federation/runtime', () => ({
  getInstance: () => ({ options: { shared } }),
  loadRemote,
  registerRemotes,
  satisfy,
}));
const { AdminUnavailable, AdminIncompatible, loadAdminFrom } = await import('./load-admin.ts');

const App = () => null;
const manifest = {
  contract: CONTRACT,
  metaData: {},
  exposes: [],
  shared: [{ name: 'react', singleton: true, requiredVersion: '^19.0.0' }],
};

const fetchNow = jest.fn<typeof fetch>();
/** Response for the manifest. */
const respond = (body: unknown, status = 200) =>
  fetchNow.mockResolvedValue({ ok: status < 400, status, json: async () => body } as Response);

/** Response of a gateway without a back office. */
const aPage = {
  ok: true,
  status: 200,
  json: () => Promise.reject(new SyntaxError('Unexpected token <')),
} as unknown as Response;

const load = loadAdminFrom('/admin-app/mf-manifest.json');

describe('loadAdminFrom', () => {
  const before = globalThis.fetch;
  beforeEach(() => {
    globalThis.fetch = fetchNow;
    loadRemote.mockReset().mockResolvedValue({ default: App });
    registerRemotes.mockReset();
    fetchNow.mockReset();
    respond(manifest);
  });
  afterEach(() => {
    globalThis.fetch = before;
    jest.useRealTimers();
  });

  it('loads the module of the manifest', async () => {
    await expect(load()).resolves.toBe(App);

    const entry = 'http://localhost/admin-app/mf-manifest.json';
    expect(fetchNow.mock.calls.map(([address]) => address)).toEqual([entry]);
    expect(registerRemotes).toHaveBeenCalledWith([expect.objectContaining({ entry })], { force: true });
  });

  it.each([
    ['does not respond', () => fetchNow.mockRejectedValue(new TypeError('Failed to fetch'))],
    ['takes too long', () => fetchNow.mockRejectedValue(new DOMException('timed out', 'TimeoutError'))],
    ['responds with a failure', () => respond({}, 503)],
    ['responds with a page', () => fetchNow.mockResolvedValue(aPage)],
    ['responds with something else', () => respond({ name: 'a web app manifest' })],
    ['responds with nothing', () => respond(null)],
  ])('throws AdminUnavailable when its server %s, and loads it later', async (_, arrange) => {
    arrange();

    await expect(load()).rejects.toBeInstanceOf(AdminUnavailable);
    expect(loadRemote).not.toHaveBeenCalled();

    respond(manifest);
    await expect(load()).resolves.toBe(App);
  });

  it('requests the manifest without cache and with a timeout', async () => {
    await load();

    expect(fetchNow.mock.calls[0]?.[1]).toEqual({ cache: 'no-cache', signal: expect.any(AbortSignal) });
  });

  it.each([
    ['its entry fails', new Error('Failed to load remote entry: 500')],
    ['its entry is cut off', new SyntaxError('Unexpected end of input')],
    ['its entry is something else', new TypeError('container.init is not a function')],
    ['its module is gone', new TypeError('Failed to fetch dynamically imported module')],
  ])('fails with the cause where %s, and loads it later', async (_, reason) => {
    loadRemote.mockRejectedValueOnce(reason);

    await expect(load()).rejects.toBe(reason);
    await expect(load()).resolves.toBe(App);
    // The runtime caches a failed remote unless `force` is set.
    expect(registerRemotes).toHaveBeenCalledTimes(2);
    expect(registerRemotes).toHaveBeenLastCalledWith(expect.anything(), { force: true });
  });

  it('loads nothing for another React version', async () => {
    respond({ ...manifest, shared: [{ name: 'react', singleton: true, requiredVersion: '^20.0.0' }] });

    await expect(load()).rejects.toMatchObject({ skews: [{ name: 'react', needed: '^20.0.0', here: '19.3.1' }] });
    expect(registerRemotes).not.toHaveBeenCalled();
  });

  it('loads nothing for another contract', async () => {
    respond({ ...manifest, contract: CONTRACT + 1 });

    await expect(load()).rejects.toBeInstanceOf(AdminIncompatible);
    expect(registerRemotes).not.toHaveBeenCalled();
  });

  it('times out when a module does not load', async () => {
    jest.useFakeTimers();
    loadRemote.mockReturnValue(new Promise(() => {}));
    const failed = expect(load()).rejects.toThrow('No response');

    await jest.advanceTimersByTimeAsync(30_000);

    await failed;
  });

  it('fails for an empty module', async () => {
    loadRemote.mockResolvedValue(null);

    await expect(load()).rejects.toThrow('empty');
  });
});
