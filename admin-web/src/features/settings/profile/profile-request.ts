import { SaveProfile } from '@portfolio/contracts';
import { ValidateBy, type ValidationArguments } from 'class-validator';

const isRepeated = (typed: unknown, about?: ValidationArguments) =>
  typed === (about?.object as ProfileRequest | undefined)?.newPassword;

/** What the form asks for: what the server gets, and the new password once more. */
export class ProfileRequest extends SaveProfile {
  @ValidateBy({
    name: 'isRepeated',
    validator: { validate: isRepeated, defaultMessage: () => 'Passwords do not match' },
  })
  confirmPassword!: string;
}
