import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { settingValues, type SettingValues } from '@portfolio/contracts';
import { Setting } from '@portfolio/database';
import { Repository } from 'typeorm';

@Injectable()
export class SettingsRepository {
  constructor(@InjectRepository(Setting) private readonly settings: Repository<Setting>) {}

  /** Every setting, those that nobody has set with their default. */
  async values(): Promise<SettingValues> {
    const rows = await this.settings.find();
    return settingValues(new Map(rows.map(({ name, value }) => [name, value])));
  }

  /**
   * Sets all of them or none.
   *
   * @returns the names of those that were something else before
   */
  async save(values: Partial<SettingValues>): Promise<string[]> {
    // In the order of their names, so that two who save at once wait for each other, and not each for the other.
    const changed = await this.settings.query<{ name: string }[]>(
      `insert into settings (name, value)
       select name, value from unnest($1::text[], $2::text[]) as given (name, value) order by name
       on conflict (name) do update set value = excluded.value where settings.value <> excluded.value
       returning name`,
      [Object.keys(values), Object.values(values)],
    );
    return changed.map(({ name }) => name);
  }
}
