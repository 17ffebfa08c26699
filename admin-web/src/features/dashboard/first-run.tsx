import { Link } from 'react-router';
import { useAdmin } from '../../app/admin-context.ts';
import styles from './first-run.module.css';

/** What to begin with, on a site with nothing in it. */
export function FirstRun() {
  const { paths } = useAdmin();
  const steps = [
    {
      label: 'Upload photos',
      to: paths.newPhoto,
      why: 'One, or a whole folder at once. They are prepared for the web by themselves.',
    },
    {
      label: 'Make a gallery',
      to: paths.newGallery,
      why: 'Choose photos for it and put them in the order that you want.',
    },
    {
      label: 'Write the texts in Settings',
      to: `${paths.settings}#texts`,
      why: 'Your name, the welcome, your story and how to reach you.',
    },
  ];
  return (
    <section className={styles.guide} aria-labelledby="first-run">
      <h2 id="first-run" className={styles.title}>
        Your exhibition begins here
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ label, to, why }) => (
          <li key={label} className={styles.step}>
            <Link to={to} className={styles.link}>
              {label}
            </Link>
            <p className={styles.why}>{why}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
