import { Link } from 'react-router';
import styles from './contents.module.css';
import { TEXT_GROUPS } from './texts/text-groups.ts';

const SECTIONS: { id: string; title: string; isOfSite?: boolean }[] = [
  { id: 'profile', title: 'Profile Information' },
  { id: 'password', title: 'Change Password' },
  { id: 'background', title: 'Background Image', isOfSite: true },
  { id: 'display', title: 'Background Display Options', isOfSite: true },
  { id: 'texts', title: 'Site Texts', isOfSite: true },
  { id: 'sessions', title: 'Sessions' },
];

export interface ContentsProps {
  /** Whether the settings of the site have loaded. */
  hasSite: boolean;
}

/** Table of contents: beside the page, on narrow screens one line above it. */
export function Contents({ hasSite }: ContentsProps) {
  const sections = SECTIONS.filter(({ isOfSite }) => hasSite || !isOfSite);
  return (
    <nav aria-label="On this page" className={styles.contents}>
      <ul className={styles.list}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={{ hash: id }} replace className={styles.link}>
              {title}
            </Link>
            {id === 'texts' && (
              <ul className={styles.parts}>
                {TEXT_GROUPS.map((group) => (
                  <li key={group.id}>
                    <Link to={{ hash: group.id }} replace className={styles.link}>
                      {group.title}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
