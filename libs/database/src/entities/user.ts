import { Check, Column, Entity, Index } from 'typeorm';
import { Row } from './row.ts';

/** An administrator. */
@Entity('users')
@Check('users_text_lengths', 'char_length(name) between 1 and 2550 and char_length(email) between 1 and 255')
@Index('users_email_unique', { synchronize: false })
export class User extends Row {
  @Column('text')
  name!: string;

  /** Unique, ignoring case. */
  @Column('text')
  email!: string;

  /** argon2id, in PHC format. */
  @Column('text')
  passwordHash!: string;

  /** Tokens carry it; raising it revokes them all. */
  @Column('integer', { default: 0 })
  tokenVersion!: number;
}
