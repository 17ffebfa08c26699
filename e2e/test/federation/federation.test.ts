import { DEMO_ACCOUNT, type PhotoListView } from '@portfolio/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { call } from '../../src/artist.ts';
import { BackOffice } from '../../src/back-office.ts';
import { PublicWeb, DeployedBackOffice } from '../../src/site/web-processes.ts';
import { visit } from '../../src/screens/screens.ts';
import { FIRST_START_MS } from '../../src/site/site.ts';
import { classesIn, computedStyles, readStyles, type StyleSheetContent } from '../../src/screens/style-rules.ts';
import { openMonitoredPage, type MonitoredPage } from '../../src/monitored-page.ts';
import { browser, site, useSite } from '../../src/demo-site.ts';
import { atLevel, itAtFullLevel } from '../../src/full-level.ts';
import { waitForAnimations } from '../../src/wait-for-animations.ts';

const MANIFEST = '**/mf-manifest.json';
const ENTRY = '**/remoteEntry.js';
const MODULE = '**/admin-app/assets/admin-app-*.js';

type MockedResponse = NonNullable<Parameters<Route['fulfill']>[0]>;

/** Load failures of the back office; the short level tests the first. `public-web/src/admin` has unit tests of all. */
const FAULTS: [fault: string, address: string, response: MockedResponse][] = [
  ['its entry is cut off', ENTRY, { contentType: 'text/javascript', body: 'const cut = (() => {' }],
  ['its server fails', MANIFEST, { status: 500, body: 'Internal Server Error' }],
  ['an HTML page instead of the manifest', MANIFEST, { contentType: 'text/html', body: '<!doctype html><p>Hello' }],
  ['its entry fails', ENTRY, { status: 500, body: '' }],
  ['its entry has other exports', ENTRY, { contentType: 'text/javascript', body: 'export const other = 1;' }],
  ['its module is missing', MODULE, { status: 404, body: 'Not found' }],
];

/** Packages of another version; the short level tests the first. */
const VERSION_MISMATCHES: [name: string, requiredVersion: string, line: RegExp][] = [
  ['react', '^20.0.0', /react \^20\.0\.0 is needed, 19\.\d+\.\d+ is installed/],
  ['react-dom', '^18.2.0', /react-dom \^18\.2\.0 is needed, 19\.\d+\.\d+ is installed/],
  ['react-router', '^8.0.0', /react-router \^8\.0\.0 is needed, 7\.\d+\.\d+ is installed/],
  ['@tanstack/react-query', '^6.0.0', /@tanstack\/react-query \^6\.0\.0 is needed, 5\.\d+\.\d+ is installed/],
  ['react-hot-toast', '^3.0.0', /react-hot-toast \^3\.0\.0 is needed, 2\.\d+\.\d+ is installed/],
];

/** Cascade layers of the shared styles. */
const BASE_LAYERS = ['tokens', 'base'];

/** The back office, deployed apart from its host. */
let remote: DeployedBackOffice;
/** Proxies the back office on its own origin, the default. */
let host: PublicWeb;
let context: BrowserContext;
let artist: MonitoredPage;
let page: Page;

useSite();

beforeAll(async () => {
  remote = await DeployedBackOffice.deploy(site.url);
  host = await PublicWeb.deploy(site.url, {
    ADMIN_APP_URL: remote.origin,
    ADMIN_URL: `${remote.origin}/admin-app/`,
  });
  context = await visit(browser, 'desktop');
  const first = await context.newPage();
  const backOffice = new BackOffice(first, `${host.url}/admin`);
  await backOffice.open();
  await backOffice.signIn(DEMO_ACCOUNT);
  await first.close();
}, FIRST_START_MS);

afterAll(async () => {
  await host?.stop();
  await remote?.stop();
});

beforeEach(async () => {
  artist = await openMonitoredPage(context);
  page = artist.page;
});
afterEach(() => page.close());

const card = () => page.getByRole('alert');
const retry = () => page.getByRole('button', { name: 'Retry' });
const waitForBackOffice = (on = page) => on.getByRole('button', { name: 'Logout' }).waitFor();
const open = (path = '/admin') => page.goto(host.url + path);

describe('a back office that fails to load', () => {
  it('shows an error card, leaves the site usable, and recovers on Retry without a reload', async () => {
    let loads = 0;
    page.on('load', () => (loads += 1));
    process.kill(remote.pid, 'SIGSTOP');
    try {
      await open();
      await card().waitFor({ timeout: 30_000 });
      expect(await card().innerText()).toBe('It cannot be reached right now. The public site is not affected.');
      expect((await fetch(host.url)).status).toBe(200);
    } finally {
      process.kill(remote.pid, 'SIGCONT');
    }
    await retry().click();

    await waitForBackOffice();
    expect(loads).toBe(1);
  });

  it.each(atLevel(FAULTS))('recovers on Retry after %s', async (_, address, response) => {
    await page.route(address, (route) => route.fulfill(response));
    await open();
    await card().waitFor();
    expect(await card().innerText()).toContain('The public site is not affected.');

    await page.unroute(address);
    await retry().click();

    await waitForBackOffice();
  });
});

describe('a back office of another version', () => {
  const changeManifest = async (change: (manifest: Manifest) => Manifest) =>
    page.route(MANIFEST, async (route) => {
      const manifest = (await (await route.fetch()).json()) as Manifest;
      await route.fulfill({ json: change(manifest) });
    });

  it.each(atLevel(VERSION_MISMATCHES))(
    'that needs another %s shows a card, and loads none of its code',
    async (name, requiredVersion, line) => {
      await changeManifest((manifest) => ({
        ...manifest,
        shared: manifest.shared.map((one) => (one.name === name ? { ...one, requiredVersion } : one)),
      }));
      await open();
      await page.getByRole('heading', { name: 'The back office has a version mismatch' }).waitFor();

      expect(await card().innerText()).toMatch(line);
      expect(await card().innerText()).toContain('Nothing is lost, and the public site is not affected.');
      expect(artist.requests.filter((address) => /remoteEntry|admin-app\/assets/.test(address))).toEqual([]);
      // The console has one line about it.
      expect(artist.consoleErrors).toEqual([expect.stringContaining('could not be loaded')]);
      expect((await fetch(host.url)).status).toBe(200);
    },
  );

  itAtFullLevel('with another contract number shows a card that links to the standalone back office', async () => {
    await changeManifest((manifest) => ({ ...manifest, contract: manifest.contract + 1 }));
    await open();
    await card().waitFor();
    expect(await card().innerText()).toMatch(/contract \d+ is needed, \d+ is installed/);

    await page.getByRole('link', { name: 'Open the back office on its own' }).click();

    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).origin).toBe(remote.origin);
  });
});

describe('styles', () => {
  /** Makes the back office throw while rendering: its theme changes and the settings fail to load. */
  const triggerFailure = async () => {
    await page.evaluate(() => Object.defineProperty(globalThis, 'matchMedia', { value: () => undefined }));
    // A busy browser merges two changes in quick succession.
    for (let isDark = true; !(await failure().isVisible()); isDark = !isDark) {
      await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
      await failure()
        .waitFor({ timeout: 2_000 })
        .catch(() => undefined);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const failure = () => page.getByRole('heading', { name: 'The back office does not work right now' });
  const waitForFailure = () => failure().waitFor();

  it('of the back office do not change the host page', async () => {
    // A late font leaves the fallback's widths, before or after.
    await page.route('**/*.woff2', (route) => route.abort());
    await page.route(ENTRY, (route) => route.fulfill({ status: 404 }));
    await open('/admin/photos');
    await waitForFailure();
    const before = await computedStyles(page, '#root');

    await page.unroute(ENTRY);
    await retry().click();
    await waitForBackOffice();
    // Retry has a hover style.
    await page.mouse.move(0, 0);
    await triggerFailure();
    await waitForFailure();
    // The change of the theme fades.
    await waitForAnimations(page);

    // Its styles are still there.
    expect(await page.locator('link[rel=stylesheet][href*="/admin-app/"]').count()).toBeGreaterThan(0);
    expect(await computedStyles(page, '#root')).toEqual(before);
  });

  /** Styles in a document under /admin: those of the back office, and those of the page. */
  const readAllStyles = async () => {
    const manifest = (await (await fetch(remote.manifest)).json()) as Manifest;
    const addresses = manifest.exposes.flatMap(({ assets: { css } }) => [...css.sync, ...css.async]);
    const shell = await (await fetch(`${host.url}/admin`)).text();
    const home = await (await fetch(host.url)).text();
    const read = async (addresses: string[]) => {
      const texts = addresses.map(async (address) => (await fetch(new URL(address, host.url))).text());
      return readStyles(page, (await Promise.all(texts)).join('\n'));
    };
    const linked = (html: string) => [...html.matchAll(/href="([^"]+\.css)"/g)].map(([, address = '']) => address);
    return {
      backOffice: await read(addresses.map((path) => `/admin-app/${path}`)),
      shell: await read(linked(shell)),
      visitors: await read(linked(home)),
    };
  };
  const classes = ({ rules }: StyleSheetContent) => [...new Set(rules.flatMap(({ selector }) => classesIn(selector)))];

  it('of the back office select only its own elements', async () => {
    const { backOffice } = await readAllStyles();

    expect(backOffice.rules.length).toBeGreaterThan(100);
    expect(backOffice.globalRules).toEqual([]);
    expect(backOffice.rules.filter(({ layer }) => !['components', 'pages'].includes(layer))).toEqual([]);
    // A nested selector extends that of its parent rule.
    const OWN_SELECTOR = /\.admin-|^&/;
    expect(
      backOffice.rules.flatMap(({ selector }) => parts(selector)).filter((part) => !OWN_SELECTOR.test(part)),
    ).toEqual([]);
    expect([...classes(backOffice), ...backOffice.keyframes].filter((name) => !name.startsWith('admin-'))).toEqual([]);
  });

  it('of the host page share no class name with it', async () => {
    const { backOffice, shell, visitors } = await readAllStyles();
    const taken = new Set([...classes(backOffice), ...backOffice.keyframes]);

    for (const sheet of [shell, visitors]) {
      expect(sheet.rules.length).toBeGreaterThan(20);
      expect([...classes(sheet), ...sheet.keyframes].filter((name) => taken.has(name))).toEqual([]);
    }
    // Element selectors are the shared base of both apps.
    const general = shell.rules.filter(({ selector }) => classesIn(selector).length === 0);
    expect(general.filter(({ layer }) => !BASE_LAYERS.includes(layer))).toEqual([]);
  });

  itAtFullLevel('created at run time have their own prefix', async () => {
    await open('/admin/photos');
    await waitForBackOffice();

    const created = await page.evaluate(() =>
      [...document.querySelectorAll('style')].map(({ id, sheet }) => ({
        id,
        selectors: [...(sheet?.cssRules ?? [])].flatMap((rule) =>
          rule instanceof CSSStyleRule ? [rule.selectorText] : [],
        ),
      })),
    );
    // The page has one for the first background; toast classes are `go` and a number.
    expect(created.flatMap(({ selectors }) => selectors).filter((selector) => !/^\.go\d+/.test(selector))).toEqual([]);
    expect(created.map(({ id }) => id).filter((id) => id !== '')).toEqual(['_goober']);
  });

  it('of the back office are on no public page', async () => {
    for (const path of ['/', '/galleries', '/contact']) await open(path);

    expect(artist.requests.filter((address) => /admin/.test(new URL(address).pathname))).toEqual([]);
    expect(await page.locator('#_goober').count()).toBe(0);
  });

  itAtFullLevel('show a dark background on a dark system from the first paint', async () => {
    const dark = await visit(browser, 'desktop', { colorScheme: 'dark', javaScriptEnabled: false });
    const darkPage = await dark.newPage();
    await darkPage.goto(`${host.url}/admin`);
    const first = await darkPage.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await darkPage.goto(`${remote.origin}/admin-app/`);
    const standalone = await darkPage.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await dark.close();

    await page.emulateMedia({ colorScheme: 'dark' });
    await open();
    await waitForBackOffice();
    const later = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect([first, standalone]).toEqual([later, later]);
  });
});

describe('another origin', () => {
  it('hosts the back office: code from there, data and images from the site', async () => {
    const otherHost = await PublicWeb.deploy(site.url, { ADMIN_REMOTE_URL: remote.manifest });
    try {
      const backOffice = new BackOffice(page, `${otherHost.url}/admin`);
      await backOffice.open();
      await backOffice.signIn(DEMO_ACCOUNT);
      await backOffice.show('Photos');
      const { photos } = await call<PhotoListView>('GET', `${site.url}/api/photos`);
      const image = backOffice.photoCard(photos[0]!.title).locator('img');
      await image.waitFor();

      const origins = (pattern: RegExp) => [
        ...new Set(
          artist.requests.filter((address) => pattern.test(address)).map((address) => new URL(address).origin),
        ),
      ];
      expect(origins(/\/admin-app\//)).toEqual([remote.origin]);
      expect(origins(/\/(api|media)\//)).toEqual([otherHost.url]);
      expect(artist.consoleErrors).toEqual([]);
    } finally {
      await otherHost.stop();
    }
  });

  itAtFullLevel('can call the API only if it is configured', async () => {
    const known = new BackOffice(page, site.adminUrl);
    await known.open();
    await known.signIn(DEMO_ACCOUNT);
    expect(artist.consoleErrors).toEqual([]);

    await page.goto(`${remote.origin}/admin-app/`);
    await page.getByLabel('Email').fill(DEMO_ACCOUNT.email);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNT.password);
    await page.getByRole('button', { name: 'Sign In' }).click();

    await page
      .getByText(/Login failed|An unexpected error occurred/)
      .first()
      .waitFor();
    expect(artist.consoleErrors.join()).toContain('has been blocked by CORS policy');
  });
});

describe('the files of the back office', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    page.request.get(`${host.url}/admin-app/${path}`, { headers });

  it('without a hash are revalidated, with 304 if unchanged', async () => {
    for (const path of ['mf-manifest.json', 'remoteEntry.js']) {
      const headers = (await get(path)).headers();
      expect([path, headers['cache-control']]).toEqual([path, 'no-cache']);
      const cached = await get(path, { 'if-none-match': headers.etag ?? '' });
      expect([path, cached.status()]).toEqual([path, 304]);
    }
  });

  it('with a hash are immutable', async () => {
    const manifest = (await (await get('mf-manifest.json')).json()) as Manifest;
    const [{ js, css }] = manifest.exposes.map(({ assets }) => assets) as [Manifest['exposes'][number]['assets']];

    for (const path of [...js.sync, ...js.async, ...css.sync]) {
      const response = await get(path);
      expect([path, response.status()]).toEqual([path, 200]);
      expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });
});

describe('a new version', () => {
  /** Text of a link on every page, in this version and the next. */
  const [OLD_TEXT, NEW_TEXT] = ['Skip to content', 'Skip to the content of the next version'];

  it('replaces the running one without breaking the public site or open tabs', async () => {
    const { pid } = host;
    await open();
    await waitForBackOffice();

    await remote.replace(OLD_TEXT, NEW_TEXT);

    const next = await context.newPage();
    await next.goto(`${host.url}/admin`);
    await waitForBackOffice(next);
    await next.getByText(NEW_TEXT).waitFor();
    expect(host.pid).toBe(pid);
    expect((await fetch(host.url)).status).toBe(200);
    await next.close();

    // An open tab continues with its code, or shows an error and reloads as the new version.
    for (const name of ['Galleries', 'Photos', 'Comments', 'News', 'Messages', 'Settings', 'Dashboard']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: false }).first().click();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      if (await retry().isVisible()) await retry().click();
      await waitForBackOffice();
    }
    await page.reload();
    await page.getByText(NEW_TEXT).waitFor();
  });
});

/** Splits a selector list at commas outside of brackets. */
const parts = (selector: string) => selector.split(/,\s*(?![^(]*\))/);

/** The tested fields of the manifest. */
interface Manifest {
  contract: number;
  shared: { name: string; requiredVersion: string }[];
  exposes: { assets: Record<'js' | 'css', Record<'sync' | 'async', string[]>> }[];
}
