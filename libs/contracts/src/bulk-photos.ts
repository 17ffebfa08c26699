import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsInt, Matches, Max, Min, ValidateIf } from 'class-validator';
import { IsIdList } from './id-list.ts';
import { LIMITS, MAX_ID } from './limits.ts';
import type { PhotoView } from './photo-views.ts';
import { IsPhotoVisibility, type PhotoVisibility } from './photos.ts';

const SomePhotos = () =>
  IsIdList({ none: 'Please select at least one photo', bad: 'One of the selected photos is not valid' });

/** The body of PUT /photos/batch: what is given is done to each of the photos. Those that exist no more are left out. */
export class ChangePhotos {
  /** @example [3, 1, 2] */
  @SomePhotos()
  photo_ids!: number[];

  @ValidateIf((_, isForSale) => isForSale !== undefined)
  @IsBoolean({ message: 'For sale must be true or false' })
  is_for_sale?: boolean;

  @ValidateIf((_, visibility) => visibility !== undefined)
  @IsPhotoVisibility()
  visibility?: PhotoVisibility;

  /** A gallery that each is in from now on: those that are new to it come last, in the order given. */
  @ValidateIf((_, gallery) => gallery !== undefined)
  @Max(MAX_ID, { message: 'Gallery is not valid' })
  @Min(1, { message: 'Gallery is not valid' })
  @IsInt({ message: 'Gallery is not valid' })
  add_to_gallery_id?: number;
}

/** The body of POST /photos/batch/delete. Those that exist no more are left out. */
export class DeletePhotos {
  /** @example [3, 1, 2] */
  @SomePhotos()
  photo_ids!: number[];
}

/** The body of POST /photos/known. */
export class FindKnownPhotos {
  /**
   * SHA-256 of files, hexadecimal, in lowercase.
   *
   * @example ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]
   */
  @Matches(/^[0-9a-f]{64}$/, { each: true, message: 'A content hash is 64 hexadecimal digits' })
  @ArrayMaxSize(LIMITS.batch, { message: `At most ${LIMITS.batch} content hashes can be asked about at once` })
  @ArrayMinSize(1, { message: 'Give at least one content hash' })
  @IsArray({ message: 'Give at least one content hash' })
  content_hashes!: string[];
}

/** Which of some files are there already. */
export interface KnownPhotosView {
  /** One for each file that is there, its latest photo; in no order. */
  known: KnownPhotoView[];
}

export interface KnownPhotoView {
  /** @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" */
  content_hash: string;
  photo: PhotoView;
}
