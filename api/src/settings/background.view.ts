import type { BackgroundSettingView, PictureView } from '@portfolio/contracts';
import type { BackgroundImage } from '@portfolio/database';
import type { MediaAddress } from '../media/media-address.ts';
import { inFormat, toRenditionViews } from '../media/rendition.view.ts';

/** A background image in all its sizes. */
export function toBackgroundView(
  image: BackgroundImage,
  address: MediaAddress,
): Pick<PictureView, 'width' | 'height' | 'placeholder' | 'renditions'> {
  const { width, height, placeholder } = image;
  const renditions = toRenditionViews(image, (rendition) => address.background(image, rendition));
  return { width, height, placeholder, renditions };
}

/** One address for the whole picture: its largest JPEG, which every browser shows. */
export function backgroundUrl(image: BackgroundImage | null, address: MediaAddress): string | null {
  const largest = image && inFormat(image, 'jpeg').at(-1);
  return largest ? address.background(image, largest) : null;
}

/**
 * @param latest the one that was uploaded last
 * @param shown the one that visitors see
 */
export function toBackgroundSettingView(
  latest: BackgroundImage | null,
  shown: BackgroundImage | null,
  address: MediaAddress,
): BackgroundSettingView {
  if (!latest) return { value: '', status: 'absent', failure: null };
  const { status, failure } = latest;
  const value = status === 'processing' ? address.backgroundOriginal(latest.id) : backgroundUrl(shown, address);
  return { value: value ?? '', status, failure };
}
