import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  Matches,
  ValidateBy,
  validateSync,
} from 'class-validator';
import { LIMITS } from '../limits.ts';
import { IfPresent, IsId, IsIdList, IsOptionalText, IsTagList } from '../validation.ts';
import type { PhotoVisibility } from './photo-views.ts';
import { IsPhotoVisibility, PhotoTexts } from './photos.ts';

const IsPhotoSelection = () =>
  IsIdList({ empty: 'Please select at least one photo', invalid: 'One of the selected photos is not valid' });

/** The body of PUT /photos/batch. Present fields are set on each photo; missing photos are skipped. */
export class ChangePhotos {
  /** @example [3, 1, 2] */
  @IsPhotoSelection()
  photo_ids!: number[];

  @IfPresent()
  @IsBoolean({ message: 'For sale must be true or false' })
  is_for_sale?: boolean;

  @IfPresent()
  @IsPhotoVisibility()
  visibility?: PhotoVisibility;

  /** A gallery to add the photos to. New ones are appended in the given order. */
  @IfPresent()
  @IsId('Gallery is not valid')
  add_to_gallery_id?: number;

  /** A gallery to remove the photos from. Those that are then in none, and were in no public one, become `hidden` by default. */
  @IfPresent()
  @IsId('Gallery is not valid')
  remove_from_gallery_id?: number;

  /** @example ["harbour"] */
  @IfPresent()
  @IsTagList()
  add_tags?: string[];

  /** Tags to remove, ignoring case. @example ["low tide"] */
  @IfPresent()
  @IsTagList()
  remove_tags?: string[];
}

/** New texts and price of one photo in PUT /photos/batch/fields. Absent fields stay unchanged. */
export class PhotoFields extends PhotoTexts {
  /** @example 3 */
  @IsId('One of the photos is not valid')
  id!: number;

  /** The `version` that the changes are based on; absent to save over any version. */
  @IsOptionalText('version', LIMITS.title)
  version?: string;
}

const faultOf = (fields: unknown) => {
  if (typeof fields !== 'object' || fields === null) return 'One of the photos is not valid';
  const [fault] = validateSync(Object.assign(new PhotoFields(), fields), {
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: true,
  });
  if (fault?.constraints?.['whitelistValidation']) return `${fault.property} is not a known field`;
  return Object.values(fault?.constraints ?? {})[0];
};

/** The body of PUT /photos/batch/fields. */
export class SavePhotoFields {
  /** @example [{"id": 3, "title": "Harbour at low tide", "selling_price": 120.5}] */
  @ValidateBy(
    {
      name: 'isPhotoFields',
      validator: {
        validate: (fields) => faultOf(fields) === undefined,
        // class-validator gives the whole list.
        defaultMessage: (given) => {
          const list: unknown[] = Array.isArray(given?.value) ? given.value : [];
          const [fault] = list.flatMap((fields) => faultOf(fields) ?? []);
          return fault ?? 'One of the photos is not valid';
        },
      },
    },
    { each: true },
  )
  @ArrayUnique((fields: Partial<PhotoFields> | null) => fields?.id, { message: 'A photo can be changed only once' })
  @ArrayMaxSize(LIMITS.batch, { message: `At most ${LIMITS.batch} photos can be changed at once` })
  @ArrayMinSize(1, { message: 'Give at least one photo' })
  @IsArray({ message: 'Give at least one photo' })
  photos!: PhotoFields[];
}

/** The body of POST /photos/batch/delete. Missing photos are skipped. */
export class DeletePhotos {
  /** @example [3, 1, 2] */
  @IsPhotoSelection()
  photo_ids!: number[];
}

/** The body of POST /photos/known. */
export class FindKnownPhotos {
  /**
   * SHA-256 of files in lowercase hexadecimal.
   *
   * @example ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]
   */
  @Matches(/^[0-9a-f]{64}$/, { each: true, message: 'A content hash is 64 hexadecimal digits' })
  @ArrayMaxSize(LIMITS.batch, { message: `At most ${LIMITS.batch} content hashes are allowed at once` })
  @ArrayMinSize(1, { message: 'Give at least one content hash' })
  @IsArray({ message: 'Give at least one content hash' })
  content_hashes!: string[];
}
