import { ValidateBy, type ValidationArguments } from 'class-validator';
import { faultOfDatabasePassword, faultOfPassword, faultOfSecret } from './weak-secrets.js';

type Judge = (value: string, all: Record<string, unknown>) => string | undefined;

/** Takes what the judge finds nothing wrong with. What it finds is told, and never the value. */
const Judged = (name: string, judge: Judge, advice = '') =>
  ValidateBy({
    name,
    validator: {
      validate: (value, args) => typeof value === 'string' && faultOf(judge, value, args) === undefined,
      defaultMessage: (args) => `${faultOf(judge, args?.value, args) ?? 'must be text'}${advice}`,
    },
  });

const faultOf = (judge: Judge, value: unknown, args: ValidationArguments | undefined) =>
  typeof value === 'string' ? judge(value, { ...args?.object }) : undefined;

/** A secret of at least 32 characters, which is no example and could have come out of a generator. */
export const IsStrongSecret = () =>
  Judged('isStrongSecret', faultOfSecret, ': take a secret such as `openssl rand -base64 48` prints');

/** A password that is not among the first that are guessed, and not the address in the property that is named. */
export const IsStrongPassword = (emailProperty: string) =>
  Judged('isStrongPassword', (password, all) => {
    const email = all[emailProperty];
    const fault = faultOfPassword(password, typeof email === 'string' ? email : undefined);
    return fault && 'is too easy to guess. Choose another.';
  });

/** The address of a database whose password, where it is on another machine, is none that everybody knows. */
export const HasOwnPassword = () => Judged('hasOwnPassword', faultOfDatabasePassword);
