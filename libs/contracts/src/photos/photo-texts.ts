import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { LIMITS } from '../limits.ts';
import { IfPresent, IsOptionalText, IsPrice, IsRequiredText } from '../validation.ts';
import { PHOTO_VISIBILITIES } from './photo-values.ts';

export const IsPhotoVisibility = () =>
  IsIn(PHOTO_VISIBILITIES, { message: 'Visibility must be public, unlisted or hidden' });

/** Texts and price of a photo. Absent fields stay unchanged. */
export class PhotoTexts {
  /** @example "Harbour at low tide" */
  @IfPresent()
  @IsRequiredText('Title', LIMITS.title)
  title?: string;

  /** @example "Before the boats came back." */
  @IsOptionalText('Description', LIMITS.description)
  description?: string | null;

  /** @example "Boats lying on mud." */
  @IsOptionalText('Alt text', LIMITS.altText)
  alt_text?: string | null;

  /** Dollars; null for no price. @example 120.5 */
  @IsOptional()
  @IsPrice()
  selling_price?: number | null;

  @IfPresent()
  @IsBoolean({ message: 'For sale must be true or false' })
  is_for_sale?: boolean;
}
