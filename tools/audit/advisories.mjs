/** Severities that fail the audit. */
const STOPPING = new Set(['high', 'critical']);

/**
 * Accepted advisories with their reason and last day. After that day the audit fails again.
 *
 * @type {{ id: string, why: string, until: string }[]}
 */
export const ACCEPTED = [];

/**
 * Evaluates the output of `npm audit --omit=dev --json`, which also has packages of the tests and tools.
 *
 * @param {string} output
 * @param {string[]} folders of the deployed packages; advisories of others are ignored
 * @param {{ today?: Date, accepted?: typeof ACCEPTED }} [options]
 * @returns {{ reached: boolean, faults: string[], notes: string[] }} `reached` is false without a response of the registry
 */
export function checkAdvisories(output, folders, { today = new Date(), accepted = ACCEPTED } = {}) {
  const report = parsed(output);
  if (!report?.vulnerabilities || !report.metadata) {
    return { reached: false, faults: [], notes: [report?.message ?? 'the registry sent no response'] };
  }
  const [faults, notes] = [[], []];
  for (const advisory of advisoriesOf(report, folders)) {
    const sentence = `${advisory.name}: ${advisory.title} (${advisory.severity}, ${advisory.url})`;
    if (!STOPPING.has(advisory.severity)) {
      notes.push(sentence);
      continue;
    }
    const known = accepted.find(({ id }) => advisory.url?.endsWith(id));
    if (!known) faults.push(sentence);
    else if (new Date(`${known.until}T23:59:59Z`) < today)
      faults.push(`${sentence}: accepted until ${known.until} only.`);
    else notes.push(`${sentence}: accepted until ${known.until}, ${known.why}`);
  }
  return { reached: true, faults, notes };
}

/** Each advisory once. `via` of a package names a vulnerable dependency, which has its own entry. */
function advisoriesOf({ vulnerabilities }, folders) {
  const deployed = Object.values(vulnerabilities).filter(({ nodes }) => nodes.some((node) => folders.includes(node)));
  const all = deployed.flatMap(({ via }) => via.filter((cause) => typeof cause === 'object'));
  return [...new Map(all.map((advisory) => [`${advisory.url} ${advisory.name}`, advisory])).values()];
}

function parsed(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
