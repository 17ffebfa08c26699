import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Session, User } from '@portfolio/database';
import { QueryFailedError, Repository } from 'typeorm';
import type { Precondition } from '../http/versions.ts';
import type { ClientInfo } from './client-info.ts';
import { recordEvent, renewSession } from './sessions.repository.ts';
import { entityTagOfUser } from './user.view.ts';

const UNIQUE_VIOLATION = '23505';

export type NewUser = Pick<User, 'name' | 'email' | 'passwordHash'>;

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

  async insert(user: NewUser): Promise<boolean> {
    try {
      await this.users.insert(user);
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
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
   */
  async saveProfile(
    { id: sessionId, userId: id }: Session,
    { name, email }: Pick<User, 'name' | 'email'>,
    client: ClientInfo,
    precondition?: Precondition,
    password?: PasswordProof,
  ): Promise<User | 'email-taken' | 'outdated' | 'password-required' | undefined> {
    const changes = password?.to && { passwordHash: password.to, tokenVersion: () => 'token_version + 1' };
    try {
      return await this.users.manager.transaction(async (transaction) => {
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
      });
    } catch (error) {
      if (isUniqueViolation(error)) return 'email-taken';
      throw error;
    }
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

const isUniqueViolation = (error: unknown) =>
  error instanceof QueryFailedError && (error.driverError as { code?: unknown }).code === UNIQUE_VIOLATION;
