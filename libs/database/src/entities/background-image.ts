import { Check, Entity, Index } from 'typeorm';
import { Picture } from './picture.ts';

/** A background image of the public pages. Pages show the latest ready one; a newer one replaces its row once ready. */
@Entity('background_images')
@Check('background_images_status_known', `status in ('processing', 'ready', 'failed')`)
@Check(
  'background_images_ready_has_renditions',
  `status <> 'ready' or (version is not null and width > 0 and height > 0)`,
)
@Index('background_images_original_key_unique', ['originalKey'], { unique: true })
export class BackgroundImage extends Picture {}
