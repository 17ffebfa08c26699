import type { GalleryLayout, InterludeView, PhotoView } from '@portfolio/contracts';
import { placeholderImage } from '@portfolio/ui';
import { PhotoLayout, tileStyles } from '@portfolio/ui/photo-layout';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { formatCount } from '../../../app/format-number.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { withPhotos } from '../picker/sequence.ts';
import { useMissingPhotos, type PhotosById } from '../picker/use-photos-by-id.ts';
import styles from './layout-field.module.css';

/** Photos of the preview. */
const MAX_SHOWN = 40;

interface LayoutPreviewProps {
  layout: GalleryLayout;
  /** In the gallery's order. */
  ids: number[];
  interludes: InterludeView[];
  photosById: PhotosById;
  screen: 'desktop' | 'phone';
}

/** Preview of the first photos that visitors will see, in a frame as wide as a screen. */
export function LayoutPreview({ layout, ids, interludes, photosById, screen }: LayoutPreviewProps) {
  const visible = useDeferredValue(ids).filter((id) => isPublic(photosById.get(id)));
  const first = visible.slice(0, MAX_SHOWN);
  const { found } = useMissingPhotos(first.filter((id) => !photosById.get(id)));
  const shown = first
    .map((id) => photosById.get(id) ?? found.get(id))
    .filter((photo) => photo && isPublic(photo)) as PhotoView[];
  // As for visitors: before the next photo that is shown, and none before the first.
  const between = withPhotos(
    interludes,
    ids,
    shown.map(({ id }) => id),
  ).filter(({ before }) => before !== shown[0]?.id);
  return (
    <ScreenFrame title={`Preview of the layout on a ${screen}`} className={styles[screen]}>
      <PhotoLayout layout={layout} photos={shown} interludes={between} isComplete={visible.length <= MAX_SHOWN}>
        {(photo) => <PreviewTile photo={photo} layout={layout} />}
      </PhotoLayout>
    </ScreenFrame>
  );
}

/** Whether visitors see the photo; true for one that is not loaded. */
const isPublic = (photo: PhotoView | undefined) =>
  !photo || (photo.status === 'ready' && photo.visibility === 'public');

function PreviewTile({ photo, layout }: { photo: PhotoView; layout: GalleryLayout }) {
  const { api } = useAdmin();
  const { large_thumbnail_url: url, placeholder } = photo;
  const image = placeholder ? placeholderImage(placeholder) : undefined;
  return (
    <>
      <span className={tileStyles.link}>
        <span
          className={`${styles.picture} ${tileStyles.picture}`}
          style={{ backgroundImage: image && `url(${image})` }}
        >
          {url && <img src={api.fileAddress(url)} alt="" loading="lazy" decoding="async" />}
        </span>
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

/** Renders into a document of its own, whose window is as wide as the screen: media queries and `vw` apply to it. */
function ScreenFrame({
  title,
  className,
  children,
}: {
  title: string;
  className: string | undefined;
  children: ReactNode;
}) {
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
