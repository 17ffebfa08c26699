import { checkAdvisories } from '../audit/advisories.mjs';
import { licenceFaults } from '../audit/licences.mjs';
import { productionPackages, readLockFile } from '../lock-file.mjs';
import { bomFaults, deployedOnly } from '../audit/sbom.mjs';

const vulnerability = (given = {}) => ({
  name: 'left-pad',
  title: 'Pads too far',
  severity: 'high',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  ...given,
});
const report = (...all) =>
  JSON.stringify({
    metadata: {},
    vulnerabilities: Object.fromEntries(
      all.map((one) => [one.name, { via: [one, 'something-else'], nodes: [`node_modules/${one.name}`] }]),
    ),
  });
const folders = ['node_modules/left-pad'];
const today = new Date('2026-11-22T12:00:00Z');

describe('a known vulnerability', () => {
  it.each(['high', 'critical'])('fails the audit with severity %s', (severity) => {
    const { reached, faults } = checkAdvisories(report(vulnerability({ severity })), folders, { today });

    expect([reached, faults.length]).toEqual([true, 1]);
    expect(faults[0]).toContain('left-pad: Pads too far');
  });

  it.each(['low', 'moderate'])('is printed with severity %s', (severity) => {
    expect(checkAdvisories(report(vulnerability({ severity })), folders, { today })).toMatchObject({
      faults: [],
      notes: [/left-pad/],
    });
  });

  it('is printed with its reason while it is accepted', () => {
    const accepted = [{ id: 'GHSA-aaaa-bbbb-cccc', why: 'the code pads nothing', until: '2026-11-22' }];

    const now = checkAdvisories(report(vulnerability()), folders, { today, accepted });
    const later = checkAdvisories(report(vulnerability()), folders, { today: new Date('2026-11-23'), accepted });

    expect(now.faults).toEqual([]);
    expect(now.notes[0]).toContain('the code pads nothing');
    expect(later.faults).toHaveLength(1);
  });

  it('of a package that is not deployed does not fail the audit', () => {
    const output = report(vulnerability({ name: 'test-server' }));

    expect(checkAdvisories(output, folders, { today })).toEqual({ reached: true, faults: [], notes: [] });
  });

  it.each(['', 'no JSON', '{"message":"405 Method Not Allowed","statusCode":405}', '{"vulnerabilities":{}}'])(
    'is unknown without a response of the registry: %s',
    (output) => {
      expect(checkAdvisories(output, folders)).toMatchObject({ reached: false, faults: [] });
    },
  );
});

describe('a licence', () => {
  const of = (license, name = 'left-pad') => licenceFaults([{ name, version: '1.0.0', license }]);

  it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', '(MIT AND Zlib)', 'BSD-3-Clause OR MIT'])(
    'is allowed: %s',
    (license) => {
      expect(of(license)).toEqual([]);
    },
  );

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'UNLICENSED',
    'SEE LICENSE IN FILE',
    '(MIT AND GPL-2.0-only)',
    'GPL-3.0-only AND (Apache-2.0 OR MIT OR ISC)',
    undefined,
  ])('is refused: %s', (license) => {
    expect(of(license)).toHaveLength(1);
  });

  it('with conditions is allowed only for packages that meet them', () => {
    expect(of('LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64')).toEqual([]);
    expect(of('Apache-2.0 AND LGPL-3.0-or-later AND MIT', '@img/sharp-wasm32')).toEqual([]);
    expect(of('LGPL-3.0-or-later')).toHaveLength(1);
  });

  it('of each deployed package is allowed', () => {
    const deployed = productionPackages(readLockFile());
    const names = deployed.map(({ name }) => name);

    expect(licenceFaults(deployed)).toEqual([]);
    for (const name of ['sharp', '@img/sharp-win32-x64', 'react', 'pg', 'helmet']) expect(names).toContain(name);
    for (const name of ['jest', 'oxlint', 'nx', 'vite', 'playwright-core', 'typescript'])
      expect(names).not.toContain(name);
  });
});

describe('the bill of materials', () => {
  const component = (name, version = '1.0.0') => ({
    type: 'library',
    name,
    version,
    'bom-ref': `${name}@${version}`,
    purl: `pkg:npm/${name}@${version}`,
  });
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: 'urn:uuid:baad36bf-7596-4636-9b7b-faf0f357e5a8',
    version: 1,
    metadata: { component: { 'bom-ref': 'portfolio@0.1.0' } },
    components: [
      component('sharp', '0.35.5'),
      component('jest'),
      ...['@portfolio/api', '@portfolio/testing'].map((name) => ({
        ...component(name),
        purl: 'pkg:npm/%40portfolio/a@1',
      })),
    ],
    dependencies: [
      { ref: 'portfolio@0.1.0', dependsOn: ['sharp@0.35.5', 'jest@1.0.0', '@portfolio/testing@1.0.0'] },
      { ref: '@portfolio/api@1.0.0', dependsOn: ['sharp@0.35.5'] },
      { ref: '@portfolio/testing@1.0.0', dependsOn: ['jest@1.0.0'] },
      { ref: 'jest@1.0.0' },
    ],
  };
  const packages = {
    api: { name: '@portfolio/api', version: '1.0.0', dependencies: { sharp: '0.35.5' } },
    'libs/testing': { name: '@portfolio/testing', version: '1.0.0', dependencies: { jest: '1.0.0' } },
    'node_modules/sharp': { version: '0.35.5', license: 'Apache-2.0' },
    'node_modules/jest': { version: '1.0.0', license: 'MIT' },
  };

  it('lists deployed workspaces and packages only', () => {
    const deployed = deployedOnly(bom, packages);

    expect(deployed.components.map(({ name }) => name)).toEqual(['sharp', '@portfolio/api']);
    expect(deployed.dependencies).toEqual([
      { ref: 'portfolio@0.1.0', dependsOn: ['sharp@0.35.5'] },
      { ref: '@portfolio/api@1.0.0', dependsOn: ['sharp@0.35.5'] },
    ]);
    expect(bomFaults(deployed)).toEqual([]);
  });

  it('is valid with a component without dependencies', () => {
    expect(bomFaults(bom)).toEqual([]);
  });

  it.each([
    [{ bomFormat: 'SPDX' }, 'bomFormat'],
    [{ specVersion: '2.0' }, 'specVersion'],
    [{ serialNumber: 'x' }, 'serialNumber'],
    [{ components: [] }, 'components is empty'],
    [{ components: [component('jest'), component('jest')] }, 'duplicate bom-ref'],
    [{ components: [{ ...component('jest'), purl: 'jest' }] }, 'no npm purl'],
  ])('is refused with %j', (given, fault) => {
    expect(bomFaults({ ...bom, ...given }).join()).toContain(fault);
  });
});
