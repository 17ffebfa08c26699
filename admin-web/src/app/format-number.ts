const NUMBER = new Intl.NumberFormat('en');

/** A count as people read it: 12345 gives "12,345". */
export const formatNumber = (count: number): string => NUMBER.format(count);

/** A count with its word, or words: "1 photo is", "10,000 photos are". */
export const formatCount = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** For example "1 photo" or "10,000 photos". */
export const formatPhotoCount = (count: number): string => formatCount(count, 'photo', 'photos');
