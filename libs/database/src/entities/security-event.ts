import type { SecurityEventType } from '@portfolio/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { User } from './user.ts';

/** A security event of an administrator's account. Repeats within a day are one row. */
@Entity('security_events')
@Check(
  'security_events_type_known',
  `type in ('new-device', 'sign-in', 'sign-in-failed', 'password-changed', 'password-reset', 'email-changed', 'session-revoked', 'signed-out-everywhere')`,
)
@Check(
  'security_events_text_lengths',
  'char_length(device) <= 100 and char_length(network) <= 50 and char_length(revoked_device) <= 100',
)
@Index('security_events_user', ['userId', 'at'])
export class SecurityEvent {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  userId!: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'security_events_user_fkey' })
  user!: Relation<User>;

  @Column('text')
  type!: SecurityEventType;

  /** Browser and system of the request; null for the command line. */
  @Column('text', { nullable: true })
  device!: string | null;

  /** The /24 or /48 of the request's address; null for the command line. */
  @Column('text', { nullable: true })
  network!: string | null;

  /** Device of the revoked session. */
  @Column('text', { nullable: true })
  revokedDevice!: string | null;

  @Column('integer', { default: 1 })
  count!: number;

  /** Time of the latest repeat. */
  @Column('timestamptz', { default: () => 'now()' })
  at!: Date;
}
