import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import styles from './section.module.css';

export interface SectionProps {
  /** Its place in the address: `/admin/settings#texts`. */
  id: string;
  title: string;
  /** What it is for, in a sentence. */
  about?: ReactNode;
  /** 3 for a part of another section. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A part of the page that an address leads to: whoever comes by it is there with eyes and keyboard. */
export function Section({ id, title, about, level = 2, children }: SectionProps) {
  const { hash, key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const isMeant = hash === `#${id}`;
  useEffect(() => {
    if (!isMeant) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isMeant, key]);

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
