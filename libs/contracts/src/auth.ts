import { IsOptional, Matches, ValidateIf } from 'class-validator';
import { LIMITS } from './limits.ts';
import { EMAIL_PATTERN, IsFilled, IsText, MaxCharacters, MinCharacters, MinPassword } from './text.ts';

export class SignIn {
  /** @example "elin@example.com" */
  @MaxCharacters(LIMITS.email, 'Invalid email address')
  @Matches(EMAIL_PATTERN, { message: 'Invalid email address' })
  @IsFilled('Email is required')
  email!: string;

  /** @example "a quiet harbour" */
  @MaxCharacters(LIMITS.password, 'Password is too long')
  @IsFilled('Password is required')
  password!: string;
}

/** The body of PUT /admin/settings/profile. A new password, as another address, comes with the current one. */
export class SaveProfile {
  /** @example "Elin Marsh" */
  @MaxCharacters(LIMITS.personName.max, 'Name is too long')
  @MinCharacters(LIMITS.personName.min, 'Name must be at least 2 characters')
  @IsFilled('Name is required')
  name!: string;

  /** @example "elin@example.com" */
  @MaxCharacters(LIMITS.email, 'Invalid email address')
  @Matches(EMAIL_PATTERN, { message: 'Invalid email address' })
  @IsFilled('Email is required')
  email!: string;

  /**
   * Asked for when a new password or another address is given; otherwise an empty one counts as not given.
   *
   * @example "a quiet harbour"
   */
  @ValidateIf(({ currentPassword, newPassword }: SaveProfile) => isGiven(currentPassword) || isGiven(newPassword))
  @MaxCharacters(LIMITS.password, 'Password is too long')
  @IsFilled('Current password is required when changing password')
  currentPassword?: string;

  /**
   * At least 6 characters; an empty one counts as not given.
   *
   * @example "a louder harbour"
   */
  @IsOptional()
  @MaxCharacters(LIMITS.password, 'Password is too long')
  @MinPassword(LIMITS.newPassword.min, 'Password must be at least 6 characters')
  @IsText('Password must be text')
  newPassword?: string;
}

const isGiven = (password: unknown) => typeof password === 'string' && password !== '';

/** The signed-in administrator. */
export interface UserView {
  id: number;
  /** @example "Elin Marsh" */
  name: string;
  /** @example "elin@example.com" */
  email: string;
}

export interface SessionView {
  /**
   * JSON Web Token for the `Authorization: Bearer` header.
   *
   * @example "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
   */
  token: string;
  user: UserView;
}

export interface UserAnswer {
  user: UserView;
}

export interface ProfileAnswer extends UserAnswer {
  /** @example "Settings updated successfully!" */
  message: string;
  /**
   * Where the password changed: the session goes on with this one, every earlier token is dead.
   *
   * @example "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
   */
  token?: string;
}
