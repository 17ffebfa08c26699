import { pathToFileURL } from 'node:url';
import { findProgram } from '../libs/lifecycle/src/supervisor/find-program.js';

/** Programs that npm cannot install. Tests that need a missing one are skipped. */
export const OPTIONAL_PROGRAMS = [
  {
    name: 'redis-server',
    without: 'the tests of the queue on Redis',
    install: 'RUNLEVEL=1 apt-get install redis-server (Debian, Ubuntu) or brew install redis (macOS)',
  },
  {
    name: 'nginx',
    without: 'the tests of the gateway',
    install: 'RUNLEVEL=1 apt-get install nginx-light (Debian, Ubuntu) or brew install nginx (macOS)',
  },
  {
    name: 'firefox-esr',
    without: 'the journeys in Firefox',
    install: 'apt-get install firefox-esr (Debian)',
  },
  {
    name: 'WebKitWebDriver',
    without: 'the journeys in WebKit',
    install: 'apt-get install webkit2gtk-driver xvfb (Debian)',
  },
  {
    // Used where npm brings no browser.
    name: 'chromium',
  },
  {
    name: 'Xvfb',
    without: 'the journeys in WebKit',
    install: 'apt-get install webkit2gtk-driver xvfb (Debian)',
  },
];

// Input of Nx's cache (nx.json): a run without Redis does not replace one with it.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(OPTIONAL_PROGRAMS.map(({ name }) => findProgram(name) ?? 'absent').join('\n'));
}
