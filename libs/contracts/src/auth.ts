import { IsOptional, Matches } from 'class-validator';
import { LIMITS } from './limits.ts';
import { EMAIL_PATTERN, IsFilled, IsText, MaxCharacters, MinCharacters } from './text.ts';

export class SignIn {
  @MaxCharacters(LIMITS.email, 'Invalid email address')
  @Matches(EMAIL_PATTERN, { message: 'Invalid email address' })
  @IsFilled('Email is required')
  email!: string;

  @MaxCharacters(LIMITS.password, 'Password is too long')
  @IsFilled('Password is required')
  password!: string;
}

/** The body of PUT /admin/settings/profile. The two passwords come together, or not at all. */
export class SaveProfile {
  @MaxCharacters(LIMITS.personName.max, 'Name is too long')
  @MinCharacters(LIMITS.personName.min, 'Name must be at least 2 characters')
  @IsFilled('Name is required')
  name!: string;

  @MaxCharacters(LIMITS.email, 'Invalid email address')
  @Matches(EMAIL_PATTERN, { message: 'Invalid email address' })
  @IsFilled('Email is required')
  email!: string;

  /** Asked for when a new password is given; an empty one counts as not given. */
  @IsOptional()
  @MaxCharacters(LIMITS.password, 'Password is too long')
  @IsText('Password must be text')
  currentPassword?: string;

  /** At least 6 characters; an empty one counts as not given. */
  @IsOptional()
  @MaxCharacters(LIMITS.password, 'Password is too long')
  @IsText('Password must be text')
  newPassword?: string;
}

/** The signed-in administrator. */
export interface UserView {
  id: number;
  name: string;
  email: string;
}

export interface SessionView {
  /** JSON Web Token for the `Authorization: Bearer` header. */
  token: string;
  user: UserView;
}

export interface UserAnswer {
  user: UserView;
}

export interface ProfileAnswer extends UserAnswer {
  message: string;
  /** Where the password changed: the session goes on with this one, every earlier token is dead. */
  token?: string;
}
