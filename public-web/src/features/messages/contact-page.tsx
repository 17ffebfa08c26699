import { PageSkeleton } from '../../app/components/loading.tsx';
import text from '../../app/components/text.module.css';
import { useTexts } from '../../app/components/texts.tsx';
import { useSiteName } from '../../app/data/settings.ts';
import { PageHead } from '../../app/seo/page-head.tsx';
import styles from './contact-page.module.css';
import { MessageForm } from './message-form.tsx';
import { ContactDetails } from './contact-details.tsx';

const REPLY_PROMISE = 'I reply within 24 hours.';

export function ContactPage() {
  const name = useSiteName();
  const texts = useTexts();
  // Late texts would move the form.
  if (texts === undefined) return <PageSkeleton className={text.page} />;
  const { contactIntro, replyPromise } = texts ?? {};
  return (
    <div className={text.page}>
      <PageHead title="Contact" description={`How to reach ${name}.`} path="/contact" />
      <h1 className={text.title} lang="en">
        Get in Touch
      </h1>
      {(contactIntro || replyPromise) && (
        <p className={text.lead} dir="auto">
          {contactIntro}
          {contactIntro && replyPromise && ' '}
          {replyPromise === REPLY_PROMISE ? <span lang="en">{replyPromise}</span> : replyPromise}
        </p>
      )}
      <div className={styles.columns}>
        <MessageForm />
        {texts && <ContactDetails {...texts} />}
      </div>
    </div>
  );
}
