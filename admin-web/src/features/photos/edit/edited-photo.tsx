import { Icon, Picture } from '@portfolio/ui';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { CameraTime } from '../../../app/date-time.tsx';
import { FocalPointPicker, type FocalPoint } from '../../../app/image/focal-point-picker.tsx';
import styles from './edit-photo-dialog.module.css';
import { ReplaceImage, type ReplaceImageProps } from './replace-image.tsx';

interface EditedPhotoProps extends ReplaceImageProps {
  focus: FocalPoint;
  onFocusChange: (focus: FocalPoint) => void;
}

/** Picture with its focal point, links and file of a photo. */
export function EditedPhoto({ photo, onUploadingChange, focus, onFocusChange }: EditedPhotoProps) {
  const { api, paths } = useAdmin();
  const renditions = photo.renditions.map((rendition) => ({ ...rendition, url: api.fileAddress(rendition.url) }));
  const link = (address: string, label: string) => (
    <a href={address} target="_blank" rel="noopener">
      {label}
      <Icon name="external" size={16} />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
  const { width, height, upload, facts } = photo;
  const lines = [
    width && height && `${width} × ${height} pixels`,
    upload?.file_name,
    upload?.captured_at && (
      <>
        Taken <CameraTime at={upload.captured_at} />
      </>
    ),
    facts?.camera,
    facts?.lens,
    facts?.exposure,
    upload?.creator && `By ${upload.creator}`,
    upload?.copyright,
  ];
  return (
    <div className={styles.photo}>
      {renditions.length > 0 ? (
        <FocalPointPicker
          value={focus}
          onChange={onFocusChange}
          source={photo.small_thumbnail_url ? api.fileAddress(photo.small_thumbnail_url) : renditions[0]!.url}
        >
          <Picture
            picture={{ ...photo, renditions }}
            sizes="(max-width: 56rem) 90vw, 26rem"
            loading="eager"
            className={styles.picture}
          />
        </FocalPointPicker>
      ) : (
        <p className={styles.noImage}>{photo.status === 'processing' ? 'Processing' : 'No Image'}</p>
      )}
      <ReplaceImage photo={photo} onUploadingChange={onUploadingChange} />
      {photo.failure && <p className={styles.failure}>{photo.failure}</p>}
      <p className={styles.links}>
        {photo.status === 'ready' && link(paths.publicPhoto(photo.id), 'Public page')}
        {photo.original_url && link(api.fileAddress(photo.original_url), 'Original file')}
      </p>
      {lines.map(
        (line, index) =>
          line && (
            <p key={index} className={styles.measures} dir="auto">
              {line}
            </p>
          ),
      )}
    </div>
  );
}
