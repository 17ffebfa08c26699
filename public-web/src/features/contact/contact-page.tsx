import { PageHead } from '../../app/page-head.tsx';
import { useSiteName } from '../../app/settings.ts';
import text from '../../app/text.module.css';
import styles from './contact-page.module.css';
import { MessageForm } from './message-form.tsx';

export function ContactPage() {
  const name = useSiteName();
  return (
    <div className={text.page}>
      <PageHead
        title="Contact"
        description={`How to reach ${name}: prints, commissions, exhibitions.`}
        path="/contact"
      />
      <h1 className={text.title}>Get in Touch</h1>
      <p className={text.lead}>
        For prints, commissions and exhibitions, or to say what a picture made you think of. I reply within 24 hours.
      </p>
      <div className={styles.columns}>
        <MessageForm />
        <dl className={styles.ways}>
          <div>
            <dt>Email</dt>
            <dd>
              <a href="mailto:hello@example.com" className={text.reach}>
                hello@example.com
              </a>
            </dd>
          </div>
          <div>
            <dt>Telephone</dt>
            <dd>
              <a href="tel:+15550100" className={text.reach}>
                +1&nbsp;555&nbsp;0100
              </a>
            </dd>
          </div>
          <div>
            <dt>Studio</dt>
            <dd>12 Harbour Street, Northport</dd>
          </div>
        </dl>
      </div>
    </div>
  );
}
