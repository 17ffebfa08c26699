import { PageHead } from '../../app/seo/page-head.tsx';
import { useSiteName } from '../../app/data/settings.ts';
import text from '../../app/components/text.module.css';
import { useTexts } from '../../app/components/texts.tsx';
import { Waiting } from '../../app/components/waiting.tsx';
import styles from './contact-page.module.css';
import { MessageForm } from './message-form.tsx';
import { WaysToReach } from './ways-to-reach.tsx';

export function ContactPage() {
  const name = useSiteName();
  const texts = useTexts();
  // They stand above the form: coming later, they would push it.
  if (texts === undefined) return <Waiting className={text.page} />;
  const invitation = texts && [texts.contactIntro, texts.replyPromise].filter((words) => words !== '').join(' ');
  return (
    <div className={text.page}>
      <PageHead title="Contact" description={`How to reach ${name}.`} path="/contact" />
      <h1 className={text.title} lang="en">
        Get in Touch
      </h1>
      {invitation && (
        <p className={text.lead} dir="auto">
          {invitation}
        </p>
      )}
      <div className={styles.columns}>
        <MessageForm />
        {texts && <WaysToReach {...texts} />}
      </div>
    </div>
  );
}
