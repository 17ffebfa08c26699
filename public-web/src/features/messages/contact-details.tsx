import type { PublicTextsView } from '@portfolio/contracts';
import { EmailLink } from '../../app/components/format.tsx';
import text from '../../app/components/text.module.css';
import styles from './contact-page.module.css';

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
