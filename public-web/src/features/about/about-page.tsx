import type { PublicTextsView } from '@portfolio/contracts';
import { Notice } from '@portfolio/ui/notice';
import { Picture } from '@portfolio/ui/picture';
import type { CSSProperties } from 'react';
import { factor, FULL_WIDTH } from '@portfolio/ui/photo-layout/full-width';
import text from '../../app/components/text.module.css';
import { inEnglish, SiteTextsPage } from '../../app/components/texts.tsx';
import { useSettings } from '../../app/data/settings.ts';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './about-page.module.css';

export function AboutPage() {
  const { artistName } = useSettings();
  const sentenceStart = artistName ? `${artistName}, photographer: the` : 'The';
  const describe = (texts: PublicTextsView) =>
    isEmpty(texts) ? undefined : `${sentenceStart} story and the thinking behind the pictures.`;
  return (
    <SiteTextsPage title="About" heading={({ aboutTitle }) => aboutTitle} path="/about" description={describe}>
      {(texts) => (
        <>
          <Story {...texts} />
          <Philosophy {...texts} />
          <Exhibitions {...texts} />
          {isEmpty(texts) && (
            <Notice
              action={
                <PageLink to="/galleries" className={text.framed}>
                  View Galleries
                </PageLink>
              }
            >
              Nothing here yet
            </Notice>
          )}
        </>
      )}
    </SiteTextsPage>
  );
}

const isEmpty = ({ aboutStory, aboutPortrait, exhibitions, ...texts }: PublicTextsView) =>
  aboutStory.length + exhibitions.length === 0 &&
  !aboutPortrait &&
  texts.aboutAuthenticity + texts.aboutMoment + texts.aboutExpression === '';

/** `sizes` of the portrait: one of three columns on a large screen, else the full width; at most 80vh high. */
export function portraitSizes(ratio: number): string {
  const widthAtMaxHeight = `${factor(ratio)} * 80vh`;
  const column = `(${FULL_WIDTH} - 2 * clamp(2rem, 1rem + 3vw, 5rem)) / 3`;
  return `(min-width: 60rem) min(${column}, ${widthAtMaxHeight}), min(${FULL_WIDTH}, ${widthAtMaxHeight})`;
}

/** The artist's portrait and story; the first paragraph is in large type. */
function Story({ aboutStory: [opening, ...others], aboutPortrait: portrait }: PublicTextsView) {
  if (opening === undefined && !portrait) return null;
  const ratio = (portrait?.width ?? 4) / (portrait?.height ?? 5);
  return (
    <div className={portrait ? `${styles.beginning} ${styles.portrayed}` : styles.beginning}>
      {portrait && (
        <div className={styles.portrait} style={{ '--ratio': ratio.toFixed(4) } as CSSProperties}>
          <Picture picture={portrait} sizes={portraitSizes(ratio)} priority />
        </div>
      )}
      {opening !== undefined && (
        <p className={styles.opening} dir="auto">
          {opening}
        </p>
      )}
      {others.length > 0 && (
        <div className={styles.story}>
          {others.map((paragraph, index) => (
            <p key={index} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

function Philosophy(texts: PublicTextsView) {
  const thoughts = [
    { title: texts.aboutAuthenticityTitle, byDefault: 'Authenticity', paragraph: texts.aboutAuthenticity },
    { title: texts.aboutMomentTitle, byDefault: 'Moment', paragraph: texts.aboutMoment },
    { title: texts.aboutExpressionTitle, byDefault: 'Expression', paragraph: texts.aboutExpression },
  ].filter(({ paragraph }) => paragraph !== '');
  if (thoughts.length === 0) return null;
  return (
    <section aria-labelledby="philosophy" className={styles.section}>
      <h2 id="philosophy" className="visually-hidden" lang="en">
        Philosophy
      </h2>
      <dl className={styles.thoughts}>
        {thoughts.map(({ title, byDefault, paragraph }) => (
          <div key={byDefault}>
            <dt className={styles.thought} {...inEnglish(title, byDefault)}>
              {title}
            </dt>
            <dd className={styles.words} dir="auto">
              {paragraph}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Exhibitions({ exhibitions, exhibitionsTitle }: PublicTextsView) {
  if (exhibitions.length === 0) return null;
  return (
    <section aria-labelledby="exhibitions" className={styles.section}>
      <h2 id="exhibitions" className={styles.heading} {...inEnglish(exhibitionsTitle, 'Exhibitions')}>
        {exhibitionsTitle}
      </h2>
      <ol className={styles.exhibitions}>
        {exhibitions.map(({ year, title, place, link }, index) => (
          <li key={index} className={styles.exhibition}>
            <span className={styles.year} dir="auto">
              {year}
            </span>
            <span dir="auto">
              {link ? (
                <a href={link} rel="noopener" className={text.reach}>
                  {title}
                </a>
              ) : (
                title
              )}
            </span>
            <span className={styles.place} dir="auto">
              {place}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
