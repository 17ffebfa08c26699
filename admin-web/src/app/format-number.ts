const NUMBER = new Intl.NumberFormat('en');

/** @example "12,345" */
export const formatNumber = (count: number): string => NUMBER.format(count);

/** @example "1 photo is", "10,000 photos are" */
export const formatCount = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** @example "1 photo", "10,000 photos" */
export const formatPhotoCount = (count: number): string => formatCount(count, 'photo', 'photos');
