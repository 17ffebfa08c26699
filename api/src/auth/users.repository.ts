import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { User } from '@portfolio/database';
import { Repository } from 'typeorm';

@Injectable()
export class UsersRepository {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  find(id: number): Promise<User | null> {
    return this.users.findOneBy({ id });
  }

  findByEmail(email: string): Promise<User | null> {
    return this.users.createQueryBuilder('user').where('lower(user.email) = lower(:email)', { email }).getOne();
  }

  /** Adds the administrator when there is none yet; does nothing where another process was first. */
  async insertFirst(user: Pick<User, 'name' | 'email' | 'passwordHash'>): Promise<void> {
    await this.users.query(
      `insert into users (name, email, password_hash)
       select $1, $2, $3 where not exists (select 1 from users) on conflict do nothing`,
      [user.name, user.email, user.passwordHash],
    );
  }

  async removeByEmail(email: string): Promise<void> {
    await this.users.createQueryBuilder().delete().where('lower(email) = lower(:email)', { email }).execute();
  }
}
