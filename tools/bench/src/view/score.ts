/** Metrics of a visit in milliseconds, near those of Lighthouse; layout shift is the sum of all shifts. */
export interface VisitMetrics {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  blockingTime: number;
  layoutShift: number;
}

/** Values with a score of 90 and 50. */
interface Curve {
  weight: number;
  good: number;
  median: number;
}

/**
 * Lighthouse 12's curves and weights for a phone
 * (https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/config/default-config.js and the audits' defaultOptions).
 * Without the Speed Index (10 %), which needs a film of the page.
 */
const CURVES: Record<keyof VisitMetrics, Curve> = {
  firstContentfulPaint: { weight: 10, good: 1_800, median: 3_000 },
  largestContentfulPaint: { weight: 25, good: 2_500, median: 4_000 },
  blockingTime: { weight: 30, good: 200, median: 600 },
  layoutShift: { weight: 25, good: 0.1, median: 0.25 },
};

/** The inverse of the complementary error function at one fifth, where Lighthouse fixes its curves. */
const INVERSE_ERFC_ONE_FIFTH = 0.9061938024368232;

/** Lighthouse's performance score, from 0 to 100. */
export function score(metrics: VisitMetrics): number {
  const parts = Object.entries(CURVES) as [keyof VisitMetrics, Curve][];
  const sum = parts.reduce((total, [name, curve]) => total + curve.weight * metricScore(metrics[name], curve), 0);
  return (100 * sum) / parts.reduce((total, [, { weight }]) => total + weight, 0);
}

/**
 * Score of one metric from 0 to 1: share of worse pages in a log-normal distribution, rounded as Lighthouse does
 * (https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/shared/util.js, `computeLogNormalScore`).
 */
function metricScore(value: number, { good, median }: Curve): number {
  if (value <= 0) return 1;
  const x = (Math.log(value / median) * INVERSE_ERFC_ONE_FIFTH) / -Math.log(good / median);
  const share = (1 - errorFunction(x)) / 2;
  // The error of `errorFunction` would lower the score of a good value.
  const exact = value <= good ? Math.max(0.9, share) : share;
  const boosted = exact > 0.9 ? exact + 0.05 * (exact - 0.9) : exact;
  return Math.floor(boosted * 100) / 100;
}

/** Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: error below 1.5e-7. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x));
}
