import { Injectable, Logger } from '@nestjs/common';
import type { ProfileResponse, SaveProfile } from '@portfolio/contracts';
import type { Session, User } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { type Precondition, Versioned } from '../http/versions.ts';
import { AuthService } from './auth.service.ts';
import type { ClientInfo } from './client-info.ts';
import { Passwords } from './passwords.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { toVersionedUser } from './user.view.ts';
import { type PasswordProof, UsersRepository } from './users.repository.ts';

const message = 'Settings updated successfully!';

@Injectable()
export class ProfileService {
  private readonly logger = new Logger('auth');

  constructor(
    private readonly users: UsersRepository,
    private readonly auth: AuthService,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
  ) {}

  async save(
    session: Session,
    profile: SaveProfile,
    client: ClientInfo,
    precondition?: Precondition,
  ): Promise<Versioned<ProfileResponse>> {
    const { user } = session;
    const write = (proof?: PasswordProof) => this.write(session, profile, client, precondition, proof);
    const { newPassword, email } = profile;
    const hasNewAddress = email.toLowerCase() !== user.email.toLowerCase();
    if (!newPassword && !hasNewAddress) return toResponse(await write());

    await this.verifyCurrentPassword(user, profile);
    const to = newPassword ? await this.passwords.hash(newPassword) : undefined;
    const changed = await write({ from: user.passwordHash, to });
    if (hasNewAddress) this.logger.log(`Account ${user.id} has a new address.`);
    if (!newPassword) return toResponse(changed);
    this.logger.log(`Account ${user.id} has a new password; its other sessions are ended.`);
    return toResponse(changed, await this.auth.tokenFor(changed, session.id));
  }

  /** Limits guesses: an open session does not allow any number of attempts. */
  private async verifyCurrentPassword(user: User, { currentPassword }: SaveProfile): Promise<void> {
    if (!currentPassword) throw passwordRequired();
    const isCorrect = await this.limits.attemptCurrent(user.id, () =>
      this.passwords.matches(user.passwordHash, currentPassword),
    );
    if (isCorrect) return;
    this.logger.warn(`Account ${user.id}: a wrong current password was given.`);
    throw wrongPassword();
  }

  private async write(
    session: Session,
    { name, email }: SaveProfile,
    client: ClientInfo,
    precondition?: Precondition,
    proof?: PasswordProof,
  ): Promise<User> {
    const saved = await this.users.saveProfile(session, { name, email }, client, precondition, proof);
    if (saved === 'outdated') throw await this.outdated(session.userId);
    if (saved === 'password-required') throw passwordRequired();
    if (saved === 'email-taken') throw AppError.at('email', 'profile.email-taken');
    // The password was changed, or the account removed, meanwhile.
    if (!saved) throw proof ? wrongPassword() : new AppError('auth.required');
    return saved;
  }

  private async outdated(id: number): Promise<AppError> {
    const user = await this.users.find(id);
    return user ? AppError.outdated(toVersionedUser(user)) : new AppError('auth.required');
  }
}

function toResponse(user: User, token?: string): Versioned<ProfileResponse> {
  const { body, etag } = toVersionedUser(user);
  return new Versioned({ ...body, message, ...(token !== undefined && { token }) }, etag);
}

const passwordRequired = () => AppError.at('currentPassword', 'profile.password-required');

/** Status 400: a 401 would sign the administrator out. */
const wrongPassword = () => AppError.at('currentPassword', 'profile.wrong-password');
