// npm start: installs and builds what is missing, then runs the site.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { faultOfPassword, MIN_PASSWORD } from '../libs/config/src/weak-secrets.js';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
if (!fits(process.versions.node, engines.node)) {
  fail(`This needs Node ${engines.node}, and this is Node ${process.versions.node}: see https://nodejs.org`);
}
refuseWeakPassword(process.env);
// Whoever reads our output may stop reading: npm start | head
process.stdout.on('error', () => undefined);

const { BootstrapError, ensureBuilt, ensureInstalled, step } = await import('./bootstrap.mjs');
try {
  console.log();
  await earlyLookAtPorts();
  await ensureInstalled();
  await ensureBuilt();
  const { runSite } = await import('./site/dist/main.js');
  process.exitCode = await runSite({ step });
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  if (error.output) console.error(error.output);
  fail(error.message);
}
process.exit();

/** Validates settings of the API early, before the installation. */
function refuseWeakPassword({ ADMIN_EMAIL, ADMIN_PASSWORD = '' }) {
  if (!ADMIN_EMAIL && !ADMIN_PASSWORD) return;
  if (ADMIN_PASSWORD && faultOfPassword(ADMIN_PASSWORD, ADMIN_EMAIL)) {
    fail('ADMIN_PASSWORD is too easy to guess. Choose another.');
  }
  if ([...ADMIN_PASSWORD].length < MIN_PASSWORD) {
    fail(`ADMIN_PASSWORD must be set beside ADMIN_EMAIL, with at least ${MIN_PASSWORD} characters.`);
  }
}

/** Checks the port early, before the installation; the site repeats it. */
async function earlyLookAtPorts() {
  const { PORT, ADMIN_PORT } = process.env;
  await lookAtPort('PORT', Number(PORT || 3000));
  if (ADMIN_PORT) await lookAtPort('ADMIN_PORT', Number(ADMIN_PORT));
}

async function lookAtPort(variable, port) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return;
  const probe = createServer();
  const code = await new Promise((resolve) => {
    probe.once('error', (error) => resolve(error.code));
    probe.listen(port, process.env.HOST || 'localhost', () => probe.close(resolve));
  });
  if (code === 'EADDRINUSE') throw new BootstrapError(portInUse(variable, port));
}

function portInUse(variable, port) {
  return `Port ${port} is already in use. Stop what uses it, or choose another: ${variable}=${port + 1} npm start`;
}

/** Ranges as in package.json's engines, of the two kinds that stand there: `^20.19.0 || ^22.13.0 || >=24.11.0` */
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
