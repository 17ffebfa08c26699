import type { PublicTextsView } from '@portfolio/contracts';
import { EmailLink } from '../../app/components/format.tsx';
import { PageSkeleton } from '../../app/components/loading.tsx';
import text from '../../app/components/text.module.css';
import { useTexts } from '../../app/components/texts.tsx';
import { useSiteName } from '../../app/data/settings.ts';
import { PageHead } from '../../app/seo/page-head.tsx';
import styles from './contact-page.module.css';
import { MessageForm } from './message-form.tsx';

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

/** One telephone number in any usual notation. */
const NUMBER = /^\+?[\d\s()./-]+$/;

/** Email, telephone and studio of the artist. */
export function ContactDetails({ contactEmail, contactPhone, contactAddress }: PublicTextsView) {
  const details = [
    { name: 'Email', value: contactEmail && <EmailLink email={contactEmail} /> },
    { name: 'Telephone', value: contactPhone && <Telephone number={contactPhone} /> },
    { name: 'Studio', value: contactAddress },
  ].filter(({ value }) => value !== '');
  if (details.length === 0) return null;
  return (
    <dl className={styles.details}>
      {details.map(({ name, value }) => (
        <div key={name}>
          <dt lang="en">{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Link that dials a number; other texts as they are. An international number leaves out its `(0)`. */
function Telephone({ number }: { number: string }) {
  if (!NUMBER.test(number)) return number;
  return (
    <a href={`tel:${number.replace(/^(\+|00)(.*)\(0\)/, '$1$2').replace(/[^\d+]/g, '')}`} className={text.reach}>
      {number.replace(/\s/g, '\u00a0')}
    </a>
  );
}
