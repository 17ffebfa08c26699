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

/** Name of the account that the environment makes, until its owner changes it. */
export const FIRST_ACCOUNT_NAME = 'Administrator';

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

/** A sign-in on one device that has not ended. */
export interface ActiveSessionView {
  id: number;
  /**
   * Browser and system, as the browser names them.
   *
   * @example "Firefox on Windows"
   */
  device: string;
  /**
   * Network that it was started from: the first 24 bits of an IPv4 address, 48 of an IPv6 address.
   *
   * @example "203.0.113.0/24"
   */
  network: string;
  /**
   * @format date-time
   * @example "2026-03-12T08:00:00.000Z"
   */
  created_at: string;
  /**
   * To within 5 minutes.
   *
   * @format date-time
   * @example "2026-03-14T09:25:00.000Z"
   */
  last_used_at: string;
  /** Whether it is the session of this request. */
  is_current: boolean;
}

export interface SessionListView {
  /** The one used last comes first. */
  sessions: ActiveSessionView[];
}

/**
 * `new-device` is a sign-in with a browser and system of which no earlier sign-in is on record; `password-reset` is a new
 * password from the command line.
 */
export type SecurityEventType =
  | 'new-device'
  | 'sign-in'
  | 'sign-in-failed'
  | 'password-changed'
  | 'password-reset'
  | 'email-changed'
  | 'session-revoked'
  | 'signed-out-everywhere';

/** Something that happened to the administrator's account. */
export interface SecurityEventView {
  id: number;
  type: SecurityEventType;
  /**
   * Browser and system that it came from; null for the command line.
   *
   * @example "Safari on iPhone"
   */
  device: string | null;
  /**
   * Network that it came from; null for the command line.
   *
   * @example "2001:db8:1::/48"
   */
  network: string | null;
  /** Device of the session that was revoked; null for all other types. */
  revoked_device: string | null;
  /** How often it happened on that day (UTC). Failed sign-ins of a day are one event, with the device of the latest. */
  count: number;
  /**
   * Time of the latest one.
   *
   * @format date-time
   * @example "2026-03-12T08:00:00.000Z"
   */
  at: string;
}

export interface SecurityEventListView {
  /** Of the last 90 days, at most 200, newest first. */
  events: SecurityEventView[];
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
