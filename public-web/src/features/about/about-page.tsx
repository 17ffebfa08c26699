import { PageHead } from '../../app/page-head.tsx';
import { useSettings } from '../../app/settings.ts';
import text from '../../app/text.module.css';
import styles from './about-page.module.css';

const PHILOSOPHY = [
  {
    title: 'Authenticity',
    words: 'I show what was there. Nothing is moved into the frame, and nothing that belonged to it is taken out.',
  },
  {
    title: 'Moment',
    words: 'Light lasts a breath. Most of the work is walking, waiting and being in the right place when it comes.',
  },
  {
    title: 'Expression',
    words: 'A picture is finished when it says what the place felt like, and not a word more.',
  },
];

export function AboutPage() {
  const { artistName } = useSettings();
  return (
    <div className={text.page}>
      <PageHead
        title="About"
        description={`${artistName ? `${artistName}, photographer: the` : 'The'} story and the thinking behind the pictures.`}
        path="/about"
      />
      <h1 className={text.title}>About</h1>
      <div className={styles.beginning}>
        <p className={styles.opening}>
          I am {artistName && `${artistName}, `}a photographer of quiet places: coasts in bad weather, high ground
          before the day begins, and deserts when the sun is low.
        </p>
        <div className={styles.story}>
          <p>
            I began with a borrowed camera on a winter ferry and have carried one ever since. I work slowly, mostly
            alone, and go back to the same few places year after year, because a place shows itself only to those who
            return.
          </p>
          <p>The pictures on these pages are what stayed after everything that was merely pretty had been put away.</p>
        </div>
      </div>
      <section aria-labelledby="philosophy" className={styles.philosophy}>
        <h2 id="philosophy" className="visually-hidden">
          Philosophy
        </h2>
        <dl className={styles.thoughts}>
          {PHILOSOPHY.map(({ title, words }) => (
            <div key={title}>
              <dt className={styles.thought}>{title}</dt>
              <dd className={styles.words}>{words}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
