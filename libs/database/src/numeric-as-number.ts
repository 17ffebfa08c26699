import type { ValueTransformer } from 'typeorm';

/** PostgreSQL's numeric comes as text, so that no digit is lost; ours fit a number exactly enough to be shown as one. */
export const numericAsNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};
