import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Session, User } from '@portfolio/database';
import { Repository } from 'typeorm';
import { type ConstraintErrors, withConstraintErrors } from '../http/constraint-errors.ts';
import type { Precondition } from '../http/versions.ts';
import type { ClientInfo } from './client-info.ts';
import { recordEvent, renewSession } from './sessions.repository.ts';
import { entityTagOfUser } from './user.view.ts';

const CONSTRAINT_ERRORS: ConstraintErrors = { users_email_unique: ['email', 'profile.email-taken'] };

type NewUser = Pick<User, 'name' | 'email' | 'passwordHash'>;

/** Verified hash of the current password, which must still be the same; and the hash of a new one, if any. */
export interface PasswordProof {
  from: string;
  to?: string | undefined;
}

@Injectable()
export class UsersRepository {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  async find(id: number): Promise<User | undefined> {
    return (await this.users.findOneBy({ id })) ?? undefined;
  }

  async findByEmail(email: string): Promise<User | undefined> {
    const query = this.users.createQueryBuilder('user').where('lower(user.email) = lower(:email)', { email });
    return (await query.getOne()) ?? undefined;
  }

  /** Adds the first administrator; does nothing when there is one. */
  async insertFirst(user: NewUser): Promise<void> {
    await this.users.query(
      `insert into users (name, email, password_hash)
       select $1, $2, $3 where not exists (select 1 from users) on conflict do nothing`,
      [user.name, user.email, user.passwordHash],
    );
  }

  /** @returns false where another user has the email address */
  async insert({ name, email, passwordHash }: NewUser): Promise<boolean> {
    const inserted = await this.users.query<unknown[]>(
      'insert into users (name, email, password_hash) values ($1, $2, $3) on conflict do nothing returning id',
      [name, email, passwordHash],
    );
    return inserted.length > 0;
  }

  /** Resets the password on the command line, which ends every session of the user. */
  async setPassword(id: number, passwordHash: string): Promise<void> {
    await this.users.manager.transaction(async (transaction) => {
      await transaction.update(User, { id }, { passwordHash, tokenVersion: () => 'token_version + 1' });
      await recordEvent(transaction, { userId: id, type: 'password-reset' });
    });
  }

  /**
   * Saves the profile in one transaction. A new password ends every session but the current one.
   *
   * @returns the saved user; undefined when the user was removed or the password changed meanwhile; else the fault
   * @throws AppError profile.email-taken
   */
  async saveProfile(
    { id: sessionId, userId: id }: Session,
    { name, email }: Pick<User, 'name' | 'email'>,
    client: ClientInfo,
    precondition?: Precondition,
    password?: PasswordProof,
  ): Promise<User | 'outdated' | 'password-required' | undefined> {
    const changes = password?.to && { passwordHash: password.to, tokenVersion: () => 'token_version + 1' };
    return withConstraintErrors(CONSTRAINT_ERRORS, () =>
      this.users.manager.transaction(async (transaction) => {
        const user = await transaction.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
        if (!user || (password && user.passwordHash !== password.from)) return undefined;
        if (precondition?.(entityTagOfUser(user)) === false) return 'outdated';
        const hasNewAddress = user.email.toLowerCase() !== email.toLowerCase();
        // The address has changed since the request was checked.
        if (hasNewAddress && !password) return 'password-required';
        await transaction.update(User, { id }, { name, email, ...(changes || {}) });
        if (changes) await renewSession(transaction, sessionId);
        if (changes) await recordEvent(transaction, { userId: id, type: 'password-changed', client });
        if (hasNewAddress) await recordEvent(transaction, { userId: id, type: 'email-changed', client });
        return transaction.findOneByOrFail(User, { id });
      }),
    );
  }

  async incrementTokenVersion(id: number, client: ClientInfo): Promise<void> {
    await this.users.manager.transaction(async (transaction) => {
      await transaction.increment(User, { id }, 'tokenVersion', 1);
      await recordEvent(transaction, { userId: id, type: 'signed-out-everywhere', client });
    });
  }

  list(): Promise<User[]> {
    return this.users.find({ order: { id: 'ASC' } });
  }

  async remove(id: number): Promise<void> {
    await this.users.delete({ id });
  }

  /** @returns false for the last user; concurrent removals run one after the other */
  removeUnlessLast(id: number): Promise<boolean> {
    return this.users.manager.transaction(async (manager) => {
      await manager.query('lock table users in share row exclusive mode');
      if ((await manager.count(User)) < 2) return false;
      await manager.delete(User, { id });
      return true;
    });
  }

  async rename(id: number, name: string): Promise<void> {
    await this.users.update({ id }, { name });
  }
}
