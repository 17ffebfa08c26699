import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { pictureRights, RIGHTS_SETTINGS, type PictureRights } from '@portfolio/contracts';
import { Setting } from '@portfolio/database';
import { DataSource, In } from 'typeorm';

@Injectable()
export class RightsRepository {
  private readonly settings;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.settings = dataSource.getRepository(Setting);
  }

  /** What every rendition says of its rights from now on. */
  async current(): Promise<PictureRights> {
    const rows = await this.settings.findBy({ name: In([...RIGHTS_SETTINGS]) });
    return pictureRights(Object.fromEntries(rows.map(({ name, value }) => [name, value])));
  }
}
