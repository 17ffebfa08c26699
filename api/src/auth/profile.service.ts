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
    const { newPassword, email } = profile;
    const hasNewEmail = email.toLowerCase() !== user.email.toLowerCase();
    let proof: PasswordProof | undefined;
    if (newPassword || hasNewEmail) {
      await this.verifyCurrentPassword(user, profile);
      proof = { from: user.passwordHash, to: newPassword && (await this.passwords.hash(newPassword)) };
    }
    const saved = await this.users.saveProfile(session, profile, client, precondition, proof);
    if (saved === 'outdated') throw await this.outdated(user.id);
    if (saved === 'password-required') throw passwordRequired();
    // The password was changed, or the account removed, meanwhile.
    if (!saved) throw proof ? wrongPassword() : new AppError('auth.required');
    if (hasNewEmail) this.logger.log(`Account ${user.id} has a new email address.`);
    if (newPassword) this.logger.log(`Account ${user.id} has a new password; its other sessions are ended.`);
    const token = newPassword && (await this.auth.tokenFor(saved, session.id));
    const { body, etag } = toVersionedUser(saved);
    return new Versioned({ ...body, message: 'Settings updated successfully!', ...(token && { token }) }, etag);
  }

  /** Limits guesses: an open session does not allow any number of attempts. */
  private async verifyCurrentPassword(user: User, { currentPassword }: SaveProfile): Promise<void> {
    if (!currentPassword) throw passwordRequired();
    const isCorrect = await this.limits.attemptCurrentPassword(user.id, () =>
      this.passwords.matches(user.passwordHash, currentPassword),
    );
    if (isCorrect) return;
    this.logger.warn(`Account ${user.id}: a wrong current password was given.`);
    throw wrongPassword();
  }

  private async outdated(id: number): Promise<AppError> {
    const user = await this.users.find(id);
    return user ? AppError.outdated(toVersionedUser(user)) : new AppError('auth.required');
  }
}

const passwordRequired = () => AppError.at('currentPassword', 'profile.password-required');

/** Status 400: a 401 would sign the administrator out. */
const wrongPassword = () => AppError.at('currentPassword', 'profile.wrong-password');
