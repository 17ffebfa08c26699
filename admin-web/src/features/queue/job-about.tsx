import type { FailedJobView, JobAboutView } from '@portfolio/contracts';
import { Link } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './failed-jobs.module.css';

/** What a job is about, and the way there while it is there. */
export function JobAbout({ about }: { about: JobAboutView }) {
  const { paths } = useAdmin();
  const { kind, id, title } = about;
  if (kind === 'site') return <>The site</>;
  if (kind === 'background') return <Link to={paths.settings}>Background image</Link>;
  if (title === null) return <span className={styles.gone}>{aboutInWords(about)}</span>;
  return (
    <Link to={kind === 'photo' ? `${paths.photos}?edit=${id}` : `${paths.messages}?message=${id}`} dir="auto">
      {title}
    </Link>
  );
}

/** For example "Prepare a photo, Harbour". */
export const nameOf = ({ name, about }: FailedJobView): string =>
  [name, about.title ?? (about.id === null ? '' : aboutInWords(about))].filter(Boolean).join(', ');

const NOUNS = { photo: 'Photo', background: 'Background image', message: 'Message', site: 'The site' } as const;

const aboutInWords = ({ kind, id }: JobAboutView): string =>
  `${NOUNS[kind]} ${id}${kind === 'background' ? '' : ', deleted'}`;
