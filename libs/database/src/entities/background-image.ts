import { Check, Entity, Index } from 'typeorm';
import { Picture } from './picture.ts';

/**
 * A picture behind the public pages. The latest ready one is shown; a newer one that is still processed takes its place,
 * and the row of the older one goes, once it is ready.
 */
@Entity('background_images')
@Check('background_images_status_known', `status in ('processing', 'ready', 'failed')`)
@Check(
  'background_images_ready_has_renditions',
  `status <> 'ready' or (version is not null and width > 0 and height > 0)`,
)
@Index('background_images_original_key_unique', ['originalKey'], { unique: true })
export class BackgroundImage extends Picture {}
