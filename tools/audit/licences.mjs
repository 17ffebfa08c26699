/** Licences that allow distribution with their text. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
  'PostgreSQL',
]);

/** Licences with further conditions, for the packages that meet them. */
const BY_PACKAGE = [
  {
    license: 'LGPL-3.0-or-later',
    name: /^@img\/sharp-/,
    why: 'libvips: a library of its own that is loaded at run time and can be replaced; its sources are public.',
  },
  {
    license: 'MPL-2.0',
    name: /^exifreader$/,
    why: 'its own files stay open: they are unchanged, and their sources public.',
  },
];

/** Packages with an outdated licence field, which the lock file omits. */
const READ = new Map([
  ['busboy@1.6.0', 'MIT'],
  ['passport-strategy@1.0.0', 'MIT'],
  ['pause@0.0.1', 'MIT'],
  ['streamsearch@1.1.0', 'MIT'],
]);

/**
 * @param {{ name: string, version: string, license?: string }[]} packages
 * @returns {string[]} one message for each package without an allowed licence
 */
export const licenceFaults = (packages) =>
  packages
    .map((entry) => ({ ...entry, license: entry.license ?? READ.get(`${entry.name}@${entry.version}`) }))
    .filter((entry) => !isAllowed(entry))
    .map(({ name, version, license }) =>
      license
        ? `${name} ${version} is under ${license}, which tools/audit/licences.mjs does not allow.`
        : `${name} ${version} does not say its licence.`,
    );

const isAllowed = ({ name, license }) =>
  license !== undefined &&
  (isMet(license) || BY_PACKAGE.some((one) => one.name.test(name) && isMet(license, new Set([one.license]))));

/** Whether an SPDX expression can be met: any part of an OR, every part of an AND. Inner parentheses are refused. */
function isMet(expression, more = new Set()) {
  const plain = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  if (/[()]/.test(plain)) return false;
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => isMet(part, more));
  return plain.split(' AND ').every((part) => ALLOWED.has(part.trim()) || more.has(part.trim()));
}
