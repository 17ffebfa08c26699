import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting of the site that has been set; one without a row has its default. */
@Entity('settings')
@Check('settings_value_length', 'char_length(value) <= 10000')
export class Setting {
  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  value!: string;
}
