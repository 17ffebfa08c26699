import { photoQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './message-article.module.css';

/** The photo that a visitor asks about, with its picture as soon as that is known. */
export function AskedPhoto({ photo: { id, title } }: { photo: { id: number; title: string } }) {
  const { api, paths } = useAdmin();
  const { data } = useQuery(photoQuery(api, id));
  return (
    <a className={styles.photo} href={paths.publicPhoto(id)} target="_blank" rel="noopener">
      <span className={styles.thumbnail}>
        {data?.small_thumbnail_url && <img src={api.fileAddress(data.small_thumbnail_url)} alt="" />}
      </span>
      <span>
        <span className={styles.asked}>Asks about</span> <bdi>{title}</bdi>
      </span>
    </a>
  );
}
