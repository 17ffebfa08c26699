import { deployedPackages } from '../lock-file.mjs';

/**
 * Reduces npm's bill of materials to the root, the deployed workspaces and the packages that they use.
 *
 * @param {object} bom CycloneDX, as `npm sbom` prints it
 * @param {Record<string, object>} packages of the lock file
 */
export function deployedOnly(bom, packages) {
  const deployed = new Set(deployedPackages(packages).map(({ name, version }) => `${name}@${version}`));
  const components = bom.components.filter((component) => deployed.has(component['bom-ref']));
  const keptRefs = new Set([bom.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => keptRefs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => keptRefs.has(other)) }));
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
    faults.push('serialNumber is not a urn:uuid URN');
  if (!Number.isInteger(bom.version) || bom.version < 1) faults.push('version is not a positive integer');
  if (new Set(refs).size !== refs.length) faults.push('duplicate bom-ref');
  for (const { name, version, type, purl, ...component } of bom.components) {
    const label = component['bom-ref'];
    if (!name || !version || type !== 'library')
      faults.push(`${label} has no name, no version or a type other than library`);
    if (!/^pkg:npm\/(%40[\w.-]+\/)?[\w.~-]+@[\w.+~-]+(\?.*)?$/.test(purl)) faults.push(`${label} has no npm purl`);
  }
  for (const { ref, dependsOn = [] } of bom.dependencies) {
    for (const other of [ref, ...dependsOn])
      if (!known.has(other)) faults.push(`${other} is in dependencies but not in components`);
  }
  if (refs.length === 0) faults.push('components is empty');
  return faults;
}
