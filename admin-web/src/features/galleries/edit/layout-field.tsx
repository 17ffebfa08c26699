import {
  GALLERY_LAYOUTS,
  type GalleryLayout,
  type InterludeView,
  type PhotoView,
  type UpdateGallery,
} from '@portfolio/contracts';
import { focalPointStyle, placeholderImage, Segments, SelectField } from '@portfolio/ui';
import { PhotoLayout, tileStyles } from '@portfolio/ui/photo-layout';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { formatCount } from '../../../app/format-number.ts';
import { field } from '../../../app/forms/contract-form.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { withPhotos } from '../picker/sequence.ts';
import { usePhotos, type PhotosById } from '../picker/use-photos-by-id.ts';
import styles from './layout-field.module.css';

export const LAYOUTS: Record<GalleryLayout, { label: string; hint: string }> = {
  masonry: { label: 'Masonry', hint: 'Columns of equal width, filled in order' },
  wall: { label: 'Wall', hint: 'Rows of equal height that fill the width' },
  column: { label: 'Column', hint: 'One photo a row, with its title and description' },
  grid: { label: 'Grid', hint: 'Uncropped photos on a common baseline' },
  pairs: { label: 'Pairs', hint: 'Two photos side by side' },
};

/** Photos of the preview. */
const MAX_SHOWN = 40;

interface LayoutFieldProps {
  form: UseFormReturn<UpdateGallery>;
  photosById: PhotosById;
}

/** Layout of the gallery's page, with a preview of the selected photos. */
export function LayoutField({ form, photosById }: LayoutFieldProps) {
  const [layout = 'masonry', ids, interludes = [], opening, coverId = null, title] = useWatch({
    control: form.control,
    name: ['layout', 'photo_ids', 'interludes', 'opening', 'cover_photo_id', 'title'],
  });
  const [screen, setScreen] = useState<'desktop' | 'phone'>('desktop');
  return (
    <>
      <SelectField label="Layout" hint={LAYOUTS[layout].hint} {...field(form, 'layout')}>
        {GALLERY_LAYOUTS.map((value) => (
          <option key={value} value={value}>
            {LAYOUTS[value].label}
          </option>
        ))}
      </SelectField>
      {ids.length > 0 && (
        <div className={styles.preview}>
          <Segments
            label="Preview on"
            options={[
              { value: 'desktop', label: 'Desktop' },
              { value: 'phone', label: 'Phone' },
            ]}
            value={screen}
            onChange={setScreen}
          />
          <ScreenFrame title={`Preview of the layout on a ${screen}`} className={styles[screen]}>
            <LayoutPreview
              layout={layout}
              ids={ids}
              interludes={interludes}
              photosById={photosById}
              cover={opening === 'cover' ? { id: coverId, title } : undefined}
            />
          </ScreenFrame>
        </div>
      )}
    </>
  );
}

interface LayoutPreviewProps {
  layout: GalleryLayout;
  /** In the gallery's order. */
  ids: number[];
  interludes: InterludeView[];
  photosById: PhotosById;
  /** Title of the gallery over its cover, above the photos; the id is null for the first photo. */
  cover: { id: number | null; title: string } | undefined;
}

/** Preview of the first photos that visitors will see. */
function LayoutPreview({ layout, ids, interludes, photosById, cover }: LayoutPreviewProps) {
  const visible = useDeferredValue(ids).filter((id) => isPublic(photosById.get(id)));
  const first = visible.slice(0, MAX_SHOWN);
  const chosenId = visible.find((id) => id === cover?.id);
  const photos = usePhotos(chosenId && !first.includes(chosenId) ? [...first, chosenId] : first, photosById);
  const shown = first.flatMap((id) => photos.get(id) ?? []).filter(isPublic);
  // As for visitors: before the next photo that is shown, and none before the first.
  const between = withPhotos(
    interludes,
    ids,
    shown.map(({ id }) => id),
  ).filter(({ before }) => before !== shown[0]?.id);
  const chosen = chosenId ? photos.get(chosenId) : undefined;
  const coverPhoto = chosen && isPublic(chosen) ? chosen : shown[0];
  return (
    <>
      {cover && coverPhoto && (
        <div className={styles.cover}>
          <PreviewPicture photo={coverPhoto} />
          {cover.title && <b dir="auto">{cover.title}</b>}
        </div>
      )}
      <PhotoLayout layout={layout} photos={shown} interludes={between} isComplete={visible.length <= MAX_SHOWN}>
        {(photo) => <PreviewTile photo={photo} layout={layout} />}
      </PhotoLayout>
    </>
  );
}

/** Whether visitors see the photo; true for one that is not loaded. */
const isPublic = (photo: PhotoView | undefined) =>
  !photo || (photo.status === 'ready' && photo.visibility === 'public');

/** Fills its frame. */
function PreviewPicture({ photo, className = '' }: { photo: PhotoView; className?: string | undefined }) {
  const { api } = useAdmin();
  const { large_thumbnail_url: url, placeholder } = photo;
  const image = placeholder ? placeholderImage(placeholder) : undefined;
  return (
    <span className={`${styles.picture} ${className}`} style={{ backgroundImage: image && `url(${image})` }}>
      {url && <img src={api.fileAddress(url)} alt="" loading="lazy" decoding="async" style={focalPointStyle(photo)} />}
    </span>
  );
}

function PreviewTile({ photo, layout }: { photo: PhotoView; layout: GalleryLayout }) {
  return (
    <>
      <span className={tileStyles.link}>
        <PreviewPicture photo={photo} className={tileStyles.picture} />
        <span className={tileStyles.caption}>
          <span className={tileStyles.title} dir="auto">
            {photo.title}
          </span>
          <span className={tileStyles.comments}>{formatCount(photo.comment_count, 'comment', 'comments')}</span>
        </span>
      </span>
      {layout === 'column' && photo.description && (
        <p className={tileStyles.description} dir="auto">
          {photo.description}
        </p>
      )}
    </>
  );
}

interface ScreenFrameProps {
  title: string;
  className: string | undefined;
  children: ReactNode;
}

/** Renders into a document of its own, whose window is as wide as the screen: media queries and `vw` apply to it. */
function ScreenFrame({ title, className, children }: ScreenFrameProps) {
  const [body, setBody] = useState<HTMLElement>();
  const onLoad = ({ currentTarget }: { currentTarget: HTMLIFrameElement }) => {
    const page = currentTarget.contentDocument;
    if (!page) return;
    const sheets = document.querySelectorAll('link[rel="stylesheet"], style');
    page.head.replaceChildren(...[...sheets].map((sheet) => page.importNode(sheet, true)));
    page.documentElement.dataset['theme'] = document.documentElement.dataset['theme'] ?? 'light';
    setBody(page.body);
  };
  return (
    <div className={styles.frame}>
      <iframe
        title={title}
        className={className}
        srcDoc="<!doctype html><html><head></head><body></body></html>"
        onLoad={onLoad}
      />
      {body && createPortal(<div className={styles.page}>{children}</div>, body)}
    </div>
  );
}
