import { Check, Column, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { Row } from './row.ts';
import { User } from './user.ts';

/** A sign-in of an administrator on one device, valid while its token version is the user's. */
@Entity('sessions')
@Check('sessions_text_lengths', 'char_length(device) <= 100 and char_length(network) <= 50')
export class Session extends Row {
  @Index('sessions_user')
  @Column('integer')
  userId!: number;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'sessions_user_fkey' })
  user!: Relation<User>;

  @Column('integer')
  tokenVersion!: number;

  /** Browser and system, such as `Firefox on Windows`. */
  @Column('text')
  device!: string;

  /** The /24 or /48 of the address, in CIDR notation. */
  @Column('text')
  network!: string;

  /** To within 5 minutes. */
  @Column('timestamptz', { default: () => 'now()' })
  lastUsedAt!: Date;

  /** Expiry of the latest token. */
  @Column('timestamptz')
  expiresAt!: Date;
}
