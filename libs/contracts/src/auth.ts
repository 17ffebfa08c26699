import { IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import { LIMITS } from './limits.ts';
import {
  isBlank,
  IsEmailAddress,
  IsFilled,
  IsRequiredText,
  IsText,
  isText,
  MaxCharacters,
  MinCharacters,
  MinPassword,
} from './validation.ts';

export class SignIn {
  /** @example "elin@example.com" */
  @IsEmailAddress()
  email!: string;

  /** @example "a quiet harbour" */
  @IsRequiredText('Password', LIMITS.password)
  password!: string;
}

/** The body of PUT /admin/settings/profile. A new password or email address requires the current password. */
export class SaveProfile {
  /** @example "Elin Marsh" */
  @MaxCharacters(LIMITS.personName.max, 'Name is too long')
  @MinCharacters(LIMITS.personName.min, 'Name must be at least 2 characters')
  @IsFilled('Name is required')
  name!: string;

  /** @example "elin@example.com" */
  @IsEmailAddress()
  email!: string;

  /** Required with a new password or email address. Empty counts as absent. @example "a quiet harbour" */
  @ValidateIf(
    ({ currentPassword, newPassword }: SaveProfile) => isGiven(currentPassword) || isNonEmptyText(newPassword),
  )
  @MaxCharacters(LIMITS.password, 'Password is too long')
  @ValidateBy({
    name: 'isFilled',
    validator: {
      validate: (password) => isText(password) && !isBlank(password),
      defaultMessage: (given) =>
        isNonEmptyText((given?.object as SaveProfile | undefined)?.newPassword)
          ? 'Current password is required when changing password'
          : 'Current password is required',
    },
  })
  currentPassword?: string;

  /** At least 6 characters. Empty counts as absent. @example "a louder harbour" */
  @IsOptional()
  @MaxCharacters(LIMITS.password, 'Password is too long')
  @MinPassword(LIMITS.newPassword.min, 'Password must be at least 6 characters')
  @IsText('Password must be text')
  newPassword?: string;
}

/** Name of the account created from `ADMIN_EMAIL`, until its owner changes it. */
export const FIRST_ACCOUNT_NAME = 'Administrator';

/** The administrator in demo mode. The account exists in no other mode. */
export const DEMO_ACCOUNT = {
  name: 'Elin Marsh',
  email: 'demo@example.com',
  password: 'demo-portfolio',
} as const;

/** The demo account for the sign-in page; null outside demo mode. */
export interface DemoView {
  /** @example {"email": "demo@example.com", "password": "demo-portfolio"} */
  demo: { email: string; password: string } | null;
}

const isGiven = (password: unknown) => password !== undefined && password !== null && password !== '';
const isNonEmptyText = (password: unknown) => typeof password === 'string' && password !== '';

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

/** A session on one device that has not ended. */
export interface ActiveSessionView {
  id: number;
  /** Browser and operating system. @example "Firefox on Windows" */
  device: string;
  /** Network of the sign-in: the first 24 bits of an IPv4 address, 48 of an IPv6 address. @example "203.0.113.0/24" */
  network: string;
  /** @format date-time @example "2026-03-12T08:00:00.000Z" */
  created_at: string;
  /** To within 5 minutes. @format date-time @example "2026-03-14T09:25:00.000Z" */
  last_used_at: string;
  /** Whether it is the session of this request. */
  is_current: boolean;
}

export interface SessionListView {
  /** Most recently used first. */
  sessions: ActiveSessionView[];
}

/**
 * `new-device` is a sign-in with a browser and system that no earlier sign-in on record has. `password-reset` is a new
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

/** A security event of the administrator's account. */
export interface SecurityEventView {
  id: number;
  type: SecurityEventType;
  /** Browser and operating system; null for the command line. @example "Safari on iPhone" */
  device: string | null;
  /** Network of the request; null for the command line. @example "2001:db8:1::/48" */
  network: string | null;
  /** Device of the revoked session; null for all other types. */
  revoked_device: string | null;
  /** Number of such events on that day (UTC). Failed sign-ins of a day are one event, with the device of the latest. */
  count: number;
  /** Time of the latest one. @format date-time @example "2026-03-12T08:00:00.000Z" */
  at: string;
}

export interface SecurityEventListView {
  /** Of the last 90 days, at most 200, newest first. */
  events: SecurityEventView[];
}

export interface UserResponse {
  user: UserView;
}

export interface ProfileResponse extends UserResponse {
  /** @example "Settings updated successfully!" */
  message: string;
  /**
   * New token after a password change. All earlier tokens are revoked.
   *
   * @example "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
   */
  token?: string;
}
