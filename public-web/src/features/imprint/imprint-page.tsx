import type { PublicTextsView } from '@portfolio/contracts';
import { EmailLink } from '../../app/components/format.tsx';
import text from '../../app/components/text.module.css';
import { SiteTextsPage } from '../../app/components/texts.tsx';
import { useSettings } from '../../app/data/settings.ts';

export function ImprintPage() {
  const { artistName } = useSettings();
  const site = artistName ? `the website of ${artistName}` : 'this website';
  return (
    <SiteTextsPage title="Imprint" path="/imprint" description={() => `Who is responsible for ${site}.`}>
      {(texts) => (
        <div className={text.prose}>
          <Facts {...texts} />
        </div>
      )}
    </SiteTextsPage>
  );
}

function Facts({ imprint, contactEmail, privacy }: PublicTextsView) {
  const { artistName, copyrightLine, licenceUrl } = useSettings();
  const responsible = [artistName, imprint].filter((lines) => lines !== '').join('\n');
  return (
    <>
      {responsible && (
        <>
          <h2 lang="en">Responsible for this website</h2>
          <p dir="auto">{responsible}</p>
        </>
      )}
      {contactEmail && (
        <>
          <h2 lang="en">Contact</h2>
          <p>
            <EmailLink email={contactEmail} />
          </p>
        </>
      )}
      <h2 lang="en">Copyright</h2>
      {copyrightLine && <p dir="auto">{copyrightLine}</p>}
      {licenceUrl ? (
        <p lang="en">
          The photographs may be used under{' '}
          <a href={licenceUrl} rel="license noopener">
            this licence
          </a>
          .
        </p>
      ) : (
        <p lang="en">Please ask before you use a photograph.</p>
      )}
      {privacy.length > 0 && <h2 lang="en">Privacy</h2>}
      {privacy.map((paragraph, index) => (
        <p key={index} dir="auto">
          {paragraph}
        </p>
      ))}
    </>
  );
}
