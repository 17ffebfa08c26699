/** Seconds since a `performance.now()`. */
export const inSeconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

export const inSize = (bytes: number) =>
  bytes < 10_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.ceil(bytes / 1_000_000)} MB`;
