/** What one visit was like, in milliseconds; layout shift has no unit. */
export interface Felt {
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  layoutShift: number;
}

/** A measure at which 90 of 100 pages do worse, and one that is in the middle. */
interface Curve {
  weight: number;
  good: number;
  median: number;
}

/**
 * Lighthouse 12's curves and weights for a phone
 * (https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/config/default-config.js and the audits' defaultOptions).
 * Its Speed Index, a tenth of its score, needs a film of the page and is left out: the others share its weight.
 */
const CURVES: Record<keyof Felt, Curve> = {
  firstPaint: { weight: 10, good: 1_800, median: 3_000 },
  largestPaint: { weight: 25, good: 2_500, median: 4_000 },
  blocked: { weight: 30, good: 200, median: 600 },
  layoutShift: { weight: 25, good: 0.1, median: 0.25 },
};

/** The inverse of the complementary error function at one fifth, where Lighthouse fixes its curves. */
const INVERSE_ERFC_ONE_FIFTH = 0.9061938024368232;

/** From 0 to 100, of the curves and weights of Lighthouse. */
export function score(felt: Felt): number {
  const parts = Object.entries(CURVES) as [keyof Felt, Curve][];
  const sum = parts.reduce((total, [name, curve]) => total + curve.weight * part(felt[name], curve), 0);
  return (100 * sum) / parts.reduce((total, [, { weight }]) => total + weight, 0);
}

/** From 0 to 1: how many of all pages do worse, were they spread log-normally about the median. Rounded as Lighthouse does. */
function part(value: number, { good, median }: Curve): number {
  if (value <= 0) return 1;
  const place = (Math.log(value / median) * INVERSE_ERFC_ONE_FIFTH) / -Math.log(good / median);
  return Math.floor(((1 - errorFunction(place)) / 2 + 0.005) * 100) / 100;
}

/** Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: right to 1.5e-7. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x));
}
