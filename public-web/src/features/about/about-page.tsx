import type { PublicTextsView } from '@portfolio/contracts';
import { Notice } from '@portfolio/ui/notice';
import text from '../../app/components/text.module.css';
import { SiteTextsPage } from '../../app/components/texts.tsx';
import { useSettings } from '../../app/data/settings.ts';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './about-page.module.css';

export function AboutPage() {
  const { artistName } = useSettings();
  const subject = artistName ? `${artistName}, photographer: the` : 'The';
  const describe = (texts: PublicTextsView) =>
    isEmpty(texts) ? undefined : `${subject} story and the thinking behind the pictures.`;
  return (
    <SiteTextsPage title="About" path="/about" description={describe}>
      {(texts) => (
        <>
          <Story paragraphs={texts.aboutStory} />
          <Philosophy {...texts} />
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

const isEmpty = ({ aboutStory, aboutAuthenticity, aboutMoment, aboutExpression }: PublicTextsView) =>
  aboutStory.length === 0 && aboutAuthenticity + aboutMoment + aboutExpression === '';

/** The artist's story; its first paragraph is in large type. */
function Story({ paragraphs: [opening, ...others] }: { paragraphs: string[] }) {
  if (opening === undefined) return null;
  return (
    <div className={styles.beginning}>
      <p className={styles.opening} dir="auto">
        {opening}
      </p>
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

function Philosophy({ aboutAuthenticity, aboutMoment, aboutExpression }: PublicTextsView) {
  const thoughts = [
    { title: 'Authenticity', paragraph: aboutAuthenticity },
    { title: 'Moment', paragraph: aboutMoment },
    { title: 'Expression', paragraph: aboutExpression },
  ].filter(({ paragraph }) => paragraph !== '');
  if (thoughts.length === 0) return null;
  return (
    <section aria-labelledby="philosophy" className={styles.philosophy}>
      <h2 id="philosophy" className="visually-hidden" lang="en">
        Philosophy
      </h2>
      <dl className={styles.thoughts}>
        {thoughts.map(({ title, paragraph }) => (
          <div key={title}>
            <dt className={styles.thought} lang="en">
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
