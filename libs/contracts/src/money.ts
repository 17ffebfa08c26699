import { ValidateBy } from 'class-validator';

/**
 * A number of dollars with at most two decimals. class-validator's own rule for decimals fails, instead of refusing, at a
 * number so small that JavaScript writes it with an exponent.
 */
export const IsMoney = (message: string) =>
  ValidateBy({ name: 'isMoney', validator: { validate: isMoney, defaultMessage: () => message } });

const isMoney = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && Math.round(value * 100) / 100 === value;
