import { focalPoint, type BackgroundSettingView, type PublicSettingsView } from '@portfolio/contracts';
import type { BackgroundImage } from '@portfolio/database';
import { entityTagOf } from '../http/versions.ts';
import { BACKGROUND_MEDIA, type MediaAddress } from '../media/media-address.ts';
import { inFormat, toRenditionViews } from '../media/rendition.view.ts';

export function toBackgroundView(
  image: BackgroundImage,
  focusSetting: string,
  address: MediaAddress,
): NonNullable<PublicSettingsView['background']> {
  const { width, height, placeholder } = image;
  const { renditions } = toRenditionViews(image, (rendition) => address.background(image, rendition));
  return { width, height, ...focalPoint(focusSetting), placeholder, renditions };
}

/** Address of the largest JPEG, which every browser shows. */
export function backgroundUrl(image: BackgroundImage | null, address: MediaAddress): string | null {
  const largest = image && inFormat(image, 'jpeg').at(-1);
  return largest ? address.background(image, largest) : null;
}

/** Entity tag of the background image, a digest of the id of its latest upload. */
export const entityTagOfBackground = (latest: Pick<BackgroundImage, 'id'> | null): string =>
  entityTagOf(['background', latest?.id ?? null]);

/**
 * @param latest upload in any status
 * @param shown image that visitors see
 */
export function toBackgroundSettingView(
  latest: BackgroundImage | null,
  shown: BackgroundImage | null,
  address: MediaAddress,
): BackgroundSettingView {
  const version = entityTagOfBackground(latest);
  if (!latest) return { value: '', status: 'absent', failure: null, version };
  const { status, failure } = latest;
  const value = status === 'processing' ? address.original(BACKGROUND_MEDIA, latest.id) : backgroundUrl(shown, address);
  return { value: value ?? '', status, failure, version };
}
