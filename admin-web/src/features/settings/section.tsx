import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import styles from './section.module.css';

interface SectionProps {
  /** Fragment of its address: `/admin/settings#details`. */
  id: string;
  title: string;
  /** Below the title. */
  about?: ReactNode;
  /** Heading level: 3 inside another section. */
  level?: 2 | 3;
  children: ReactNode;
}

/** Section that its address scrolls to and focuses. */
export function Section({ id, title, about, level = 2, children }: SectionProps) {
  const { hash, key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const isTarget = hash === `#${id}`;
  useEffect(() => {
    if (!isTarget) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isTarget, key]);

  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section aria-labelledby={`${id}-title`} className={level === 2 ? styles.section : styles.part}>
      <header>
        <Heading ref={heading} id={`${id}-title`} tabIndex={-1} className={styles.title}>
          {title}
        </Heading>
        {about && <p className={styles.about}>{about}</p>}
      </header>
      {children}
    </section>
  );
}
