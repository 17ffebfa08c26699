/** What is asked for. */
export type Kind = 'page' | 'media' | 'api' | 'comment' | 'upload';
export const KINDS: readonly Kind[] = ['page', 'media', 'api', 'comment', 'upload'];

/** `well`, or a plain word that the site is away for a moment, or what no reader is to see. */
export type Outcome = 'well' | 'away' | 'fault';

export interface Answer {
  kind: Kind;
  /** Milliseconds since the epoch, at the end. */
  at: number;
  ms: number;
  outcome: Outcome;
  /** A status, or the reason why there was none. */
  said: string;
}

/** Judges a whole answer. A 503 has to be one of ours, and to say when to come again. */
export function judge(status: number, headers: Headers, body: string): Outcome {
  if (status >= 200 && status < 400) return 'well';
  if (status !== 503 || !headers.get('retry-after')) return 'fault';
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return body.includes('"service.unavailable"') ? 'away' : 'fault';
  return body.length > 0 ? 'away' : 'fault';
}

/** All that readers were answered. */
export class Answers {
  readonly all: Answer[] = [];

  add(answer: Answer): void {
    this.all.push(answer);
  }

  /** Those between two moments. */
  between(from: number, to: number): Answer[] {
    return this.all.filter(({ at }) => at >= from && at <= to);
  }

  /** Prints a line for each kind. */
  table(): string[] {
    const head = `  ${'kind'.padEnd(10)}${['sent', 'well', '503', 'faults', 'p50 ms', 'p99 ms'].map((each) => each.padStart(9)).join('')}`;
    const lines = KINDS.map((kind) => {
      const of = this.all.filter((answer) => answer.kind === kind);
      const figures = [of.length, ...count(of), percentile(of, 0.5), percentile(of, 0.99)];
      return `  ${kind.padEnd(10)}${figures.map((figure) => String(figure).padStart(9)).join('')}`;
    });
    return [head, ...lines];
  }

  /** How often each fault was met. */
  faults(): string[] {
    const counts = new Map<string, number>();
    for (const { kind, outcome, said } of this.all) {
      if (outcome === 'fault') counts.set(`${kind}: ${said}`, (counts.get(`${kind}: ${said}`) ?? 0) + 1);
    }
    return [...counts].map(([what, times]) => `  ${times} × ${what}`);
  }
}

/** Well, away, faults. */
export function count(answers: Answer[]): [number, number, number] {
  const of = (wanted: Outcome) => answers.filter(({ outcome }) => outcome === wanted).length;
  return [of('well'), of('away'), of('fault')];
}

function percentile(answers: Answer[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
