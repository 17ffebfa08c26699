import { IfPresent, IsIntBetween, IsRequiredText } from './validation.ts';
import { LIMITS } from './limits.ts';

/** The body of POST /galleries/{id}/previews. */
export class CreatePreview {
  /** For whom the link is. @example "Harbour Gallery" */
  @IsRequiredText('Name', LIMITS.title)
  name!: string;

  /** Days until the link expires; 14 by default. @example 14 */
  @IfPresent()
  @IsIntBetween(1, LIMITS.previewDays.max, `Days must be a whole number from 1 to ${LIMITS.previewDays.max}`)
  days?: number;
}

/** The body of POST /previews/open. */
export class OpenPreview {
  /** Of the link. @example "m0pW3f1xkq0i2yHq3nVdJrS6o9b8tZ5uXcE4lA7gKhM" */
  @IsRequiredText('Token', LIMITS.title)
  token!: string;
}

/** A preview link of a gallery. */
export interface PreviewView {
  id: number;
  /** @example "Harbour Gallery" */
  name: string;
  /** @format date-time @example "2026-03-28T09:26:53.000Z" */
  expires_at: string;
  /** Null until the link is used. @format date-time @example "2026-03-15T18:02:11.000Z" */
  last_used_at: string | null;
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
}

export interface PreviewListView {
  /** Expired ones too, newest first. */
  previews: PreviewView[];
}

export interface NewPreviewResponse {
  preview: PreviewView;
  /** Path and query of the link on the public site. No later response has it. @example "/preview?token=m0pW3f1xkq0" */
  link: string;
}

export interface OpenedPreviewView {
  /** Of the gallery. @example "slack-water" */
  slug: string;
}
