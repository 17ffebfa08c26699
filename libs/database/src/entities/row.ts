import { CreateDateColumn, DeleteDateColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Columns of most tables. */
export abstract class Row {
  @PrimaryGeneratedColumn()
  id!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}

/** Columns of tables whose rows move to the trash. */
export abstract class TrashableRow extends Row {
  /** Time of the move to the trash, or null. Queries of TypeORM exclude rows in the trash. */
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 })
  deletedAt!: Date | null;
}
