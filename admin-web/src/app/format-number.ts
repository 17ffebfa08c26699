const NUMBER = new Intl.NumberFormat('en');

/** @example "12,345" */
export const formatNumber = (count: number): string => NUMBER.format(count);

/** @example "1 photo is", "10,000 photos are" */
export const formatCount = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** @example "1 photo", "10,000 photos" */
export const formatPhotoCount = (count: number): string => formatCount(count, 'photo', 'photos');

const UNITS = ['KB', 'MB', 'GB', 'TB'];

/** @example "214 KB", "4.2 MB", "1.3 GB" */
export function formatFileSize(bytes: number): string {
  let power = 1;
  // 1023.5 KB would be rounded to "1024 KB".
  while (power < UNITS.length && bytes > 1023 * 1024 ** power) power += 1;
  const count = bytes / 1024 ** power;
  return `${power === 1 ? Math.ceil(count) : count.toFixed(1)} ${UNITS[power - 1]}`;
}
