// npm start: installs and builds what is missing, then runs the site.
import { readFileSync } from 'node:fs';
import { faultOfPassword, MIN_PASSWORD } from '../libs/config/src/weak-secrets.js';
import { addressesOf, nearestFreePort, portFault } from '../libs/lifecycle/src/supervisor/ports.js';
import { step } from './step.mjs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
if (!fits(process.versions.node, engines.node)) {
  fail(`This needs Node ${engines.node}, and this is Node ${process.versions.node}: see https://nodejs.org`);
}
refuseWeakPassword(process.env);
// The reader of a pipe may end first: npm start | head
process.stdout.on('error', () => undefined);

const { prepareOrExit } = await import('./bootstrap.mjs');
console.log();
const { PORT = '', ADMIN_PORT = '' } = process.env;
await checkPort('PORT', PORT || 3000, ADMIN_PORT);
if (ADMIN_PORT) await checkPort('ADMIN_PORT', ADMIN_PORT, PORT || 3000);
await prepareOrExit();
const { runSite } = await import('./site/dist/main.js');
process.exitCode = await runSite({ step });
process.exit();

/** Validates settings of the API early, before the installation. */
function refuseWeakPassword({ ADMIN_EMAIL, ADMIN_PASSWORD = '' }) {
  if (!ADMIN_EMAIL && !ADMIN_PASSWORD) return;
  if (!ADMIN_EMAIL) fail('ADMIN_EMAIL must be set beside ADMIN_PASSWORD.');
  if (ADMIN_PASSWORD && faultOfPassword(ADMIN_PASSWORD, ADMIN_EMAIL)) {
    fail('ADMIN_PASSWORD is too easy to guess. Choose another.');
  }
  if ([...ADMIN_PASSWORD].length < MIN_PASSWORD) {
    fail(`ADMIN_PASSWORD must be set beside ADMIN_EMAIL, with at least ${MIN_PASSWORD} characters.`);
  }
}

/** Checks a port early, before the installation; the site repeats it. The suggested port is free and not `other`. */
async function checkPort(variable, value, other) {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return;
  const addresses = addressesOf(process.env.HOST || 'localhost');
  const faults = await Promise.all(addresses.map((address) => portFault(port, address)));
  if (!faults.includes('EADDRINUSE')) return;
  const free = await nearestFreePort(port, addresses, Number(other));
  fail(`Port ${port} is already in use. Stop what uses it, or choose another: ${variable}=${free} npm start`);
}

/** Whether a version is in one of the ranges of package.json's engines: `^20.19.0 || ^22.13.0 || >=24.11.0` */
function fits(version, ranges) {
  const number = (text) => text.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
  return ranges.split('||').some((range) => {
    const [, kind, least] = /^\s*(\^|>=)([\d.]+)\s*$/.exec(range) ?? [];
    const isSameMajor = least?.split('.')[0] === version.split('.')[0];
    return least !== undefined && number(version) >= number(least) && (kind === '>=' || isSameMajor);
  });
}

function fail(message) {
  console.error(`  ${message}`);
  process.exit(1);
}
