/** How bad a known hole has to be to stop a release. */
const STOPPING = new Set(['high', 'critical']);

/**
 * Holes that are known, looked at and waited for: the advisory, why it does not reach us, and the last day on which that
 * counts. After it the audit fails again, so that nobody forgets.
 *
 * @type {{ id: string, why: string, until: string }[]}
 */
export const ACCEPTED = [];

/**
 * Judges what `npm audit --omit=dev --json` printed.
 *
 * @param {string} output
 * @param {{ today?: Date, accepted?: typeof ACCEPTED }} [options]
 * @returns {{ reached: boolean, faults: string[], notes: string[] }} `reached` is false where the registry gave no answer
 */
export function judgeAdvisories(output, { today = new Date(), accepted = ACCEPTED } = {}) {
  const report = parsed(output);
  if (!report?.vulnerabilities || !report.metadata) {
    return { reached: false, faults: [], notes: [report?.message ?? 'the registry did not answer'] };
  }
  const [faults, notes] = [[], []];
  for (const advisory of advisoriesOf(report)) {
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

/** Each once. What is vulnerable by what it depends on names that in `via`, and is told of there. */
function advisoriesOf({ vulnerabilities }) {
  const all = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((cause) => typeof cause === 'object'));
  return [...new Map(all.map((advisory) => [`${advisory.url} ${advisory.name}`, advisory])).values()];
}

function parsed(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
