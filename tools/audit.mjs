// npm run audit: known vulnerabilities and licences of deployed packages, and their bill of materials in dist/sbom.json.
// Imports no package: it also runs without node_modules.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { checkAdvisories } from './audit/advisories.mjs';
import { licenceFaults } from './audit/licences.mjs';
import { productionPackages, readLockFile } from './lock-file.mjs';
import { bomFaults, deployedOnly } from './audit/sbom.mjs';
import { ROOT } from './projects.mjs';

const TIMEOUT_MS = 120_000;
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(name, () => {
    // Ends each npm.
    stop.abort();
    process.exit(128 + constants.signals[name]);
  });
}
const options = { cwd: ROOT, timeout: TIMEOUT_MS, maxBuffer: 256 * 1024 * 1024, signal: stop.signal };
const npm = (...args) =>
  new Promise((resolve) =>
    // npm also ends with 1 after a found vulnerability, which its output contains.
    execFile('npm', args, options, (_error, output) => resolve(output)),
  );

const mark = (isGood) => (isGood ? '✔' : '✘');

const packages = readLockFile();
const deployed = productionPackages(packages);
const faults = [];

const [audit, sbom] = await Promise.all([
  npm('audit', '--omit=dev', '--json', '--fetch-retries=0'),
  npm('sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'),
]);

const advisories = checkAdvisories(
  audit,
  deployed.map(({ folder }) => folder),
);
faults.push(...advisories.faults);
for (const note of advisories.notes) console.log(`  ${note}`);
// An unavailable registry must not fail the check of an unrelated change.
if (advisories.reached) {
  const isSafe = advisories.faults.length === 0;
  console.log(`${mark(isSafe)} audit      ${isSafe ? 'no high or critical vulnerability' : 'vulnerabilities'}`);
} else console.log('– audit      NOT DONE: the registry sent no list of vulnerabilities. Run it again later.');

const forbidden = licenceFaults(deployed);
faults.push(...forbidden);
console.log(`${mark(forbidden.length === 0)} licences   of ${deployed.length} packages`);

try {
  const bom = deployedOnly(JSON.parse(sbom), packages);
  const invalid = bomFaults(bom);
  faults.push(...invalid.map((fault) => `dist/sbom.json: ${fault}.`));
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(join(ROOT, 'dist', 'sbom.json'), `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`${mark(invalid.length === 0)} sbom       dist/sbom.json, ${bom.components.length} components`);
} catch (error) {
  faults.push(`The bill of materials could not be created: ${error.message}`);
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
