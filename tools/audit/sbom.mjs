import { isDeepStrictEqual } from 'node:util';
import { productionPackages } from '../lock-file.mjs';

/**
 * Reduces npm's bill of materials to the deployed packages.
 *
 * @param {object} bom CycloneDX, as `npm sbom` prints it
 * @param {Record<string, object>} packages of the lock file
 */
export function deployedOnly(bom, packages) {
  const deployed = new Set(productionPackages(packages).map(({ name, version }) => `${name}@${version}`));
  const isOurs = (ref) => ref.startsWith('@portfolio/') || ref === bom.metadata.component['bom-ref'];
  const isIncluded = (ref) => isOurs(ref) || deployed.has(ref);
  const components = bom.components.filter((component) => isIncluded(component['bom-ref']));
  const refs = new Set([bom.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return { ...bom, components, dependencies };
}

/**
 * Validates a bill of materials by rules of CycloneDX 1.5, without its schema, which would need the network.
 *
 * @returns {string[]} one message per fault
 */
export function bomFaults(bom) {
  const faults = [];
  const refs = bom.components.map((component) => component['bom-ref']);
  const known = new Set([...refs, bom.metadata?.component?.['bom-ref']]);
  if (bom.bomFormat !== 'CycloneDX') faults.push('bomFormat is not CycloneDX');
  if (!/^1\.[5-9]$/.test(bom.specVersion)) faults.push('specVersion is not 1.5 or later');
  if (!/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(bom.serialNumber))
    faults.push('serialNumber is no UUID');
  if (!Number.isInteger(bom.version) || bom.version < 1) faults.push('version is no number from 1');
  if (new Set(refs).size !== refs.length) faults.push('two components have one bom-ref');
  for (const { name, version, type, purl, ...component } of bom.components) {
    const label = component['bom-ref'];
    if (!name || !version || type !== 'library') faults.push(`${label} lacks name, version or type`);
    if (!/^pkg:npm\/(%40[\w.-]+\/)?[\w.~-]+@[\w.+~-]+(\?.*)?$/.test(purl)) faults.push(`${label} has no purl of npm`);
  }
  for (const { ref, dependsOn } of bom.dependencies) {
    for (const other of [ref, ...dependsOn])
      if (!known.has(other)) faults.push(`${other} is depended on and not listed`);
  }
  if (isDeepStrictEqual(refs, [])) faults.push('there is no component');
  return faults;
}
