import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { settingValues, type SettingValues } from '@portfolio/contracts';
import { exclusiveTransaction, Setting } from '@portfolio/database';
import { type EntityManager, Repository } from 'typeorm';
import { type Precondition, entityTagOf } from '../http/versions.ts';

@Injectable()
export class SettingsRepository {
  constructor(@InjectRepository(Setting) private readonly settings: Repository<Setting>) {}

  async values(manager: EntityManager = this.settings.manager): Promise<SettingValues> {
    const rows = await manager.find(Setting);
    return settingValues(new Map(rows.map(({ name, value }) => [name, value])));
  }

  /** Saves all or none. @returns the names of settings that were changed, or saved for the first time */
  save(values: Partial<SettingValues>, precondition?: Precondition): Promise<string[] | 'outdated'> {
    return exclusiveTransaction(this.settings.manager, async (transaction) => {
      // Table lock against the worker's `finish`, which reads the size limit. An unsaved setting has no row to lock.
      await transaction.query('lock table settings in share row exclusive mode');
      if (precondition?.(entityTagOf(await this.values(transaction))) === false) return 'outdated';
      const changed = await transaction.query<{ name: string }[]>(
        `insert into settings (name, value)
         select name, value from unnest($1::text[], $2::text[]) as given (name, value)
         on conflict (name) do update set value = excluded.value where settings.value <> excluded.value
         returning name`,
        [Object.keys(values), Object.values(values)],
      );
      const names = changed.map(({ name }) => name);
      if (names.includes('largest_public_size')) await this.removeLargerRenditions(transaction);
      return names;
    });
  }

  /** Removes renditions above the largest public size from the rows: they become 404. New renders delete the files. */
  private async removeLargerRenditions(transaction: EntityManager): Promise<void> {
    const { largest_public_size: edge } = await this.values(transaction);
    for (const table of ['photos', 'background_images']) {
      await transaction.query(
        `update ${table}
         set renditions = jsonb_path_query_array(renditions, '$[*] ? (@.width <= $edge && @.height <= $edge)', $1)
         where jsonb_path_exists(renditions, '$[*] ? (@.width > $edge || @.height > $edge)', $1)`,
        [JSON.stringify({ edge: Number(edge) })],
      );
    }
  }
}
