import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A saved setting. Settings without a row have their default. */
@Entity('settings')
@Check('settings_value_length', 'char_length(value) <= 10000')
export class Setting {
  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  value!: string;
}
