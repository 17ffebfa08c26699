import type { PublicTextsView } from '@portfolio/contracts';
import { EmailLink } from '../../app/components/email-link.tsx';
import text from '../../app/components/text.module.css';
import styles from './contact-page.module.css';

/** What can be dialled as it stands: one number, in the ways in which numbers are written. */
const NUMBER = /^\+?[\d\s()./-]+$/;

/** How to reach the artist other than by the form. */
export function WaysToReach({ contactEmail, contactPhone, contactAddress }: PublicTextsView) {
  const ways = [
    { name: 'Email', way: contactEmail && <EmailLink email={contactEmail} /> },
    { name: 'Telephone', way: contactPhone && <Telephone number={contactPhone} /> },
    { name: 'Studio', way: contactAddress },
  ].filter(({ way }) => way !== '');
  if (ways.length === 0) return null;
  return (
    <dl className={styles.ways}>
      {ways.map(({ name, way }) => (
        <div key={name}>
          <dt lang="en">{name}</dt>
          <dd dir="auto">{way}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A number on one line that can be dialled; other words as they are. Whoever dials a country's code leaves out its (0). */
function Telephone({ number }: { number: string }) {
  if (!NUMBER.test(number)) return number;
  return (
    <a href={`tel:${number.replace(/\(0\)|[^\d+]/g, '')}`} className={text.reach}>
      {number.replace(/\s/g, '\u00a0')}
    </a>
  );
}
