import { Matches } from 'class-validator';
import { LIMITS } from './limits.ts';
import { EMAIL_PATTERN, IsFilled, MaxCharacters } from './text.ts';

export class SignIn {
  @MaxCharacters(LIMITS.email, 'Invalid email address')
  @Matches(EMAIL_PATTERN, { message: 'Invalid email address' })
  @IsFilled('Email is required')
  email!: string;

  @MaxCharacters(LIMITS.password, 'Password is too long')
  @IsFilled('Password is required')
  password!: string;
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
