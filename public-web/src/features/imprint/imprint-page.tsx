import { PageHead } from '../../app/page-head.tsx';
import { useSettings } from '../../app/settings.ts';
import text from '../../app/text.module.css';

export function ImprintPage() {
  const { artistName, copyrightLine, licenceUrl } = useSettings();
  return (
    <div className={text.page}>
      <PageHead
        title="Imprint"
        description={`Who is responsible for ${artistName ? `the website of ${artistName}` : 'this website'}.`}
        path="/imprint"
      />
      <h1 className={text.title}>Imprint</h1>
      <div className={text.prose}>
        <h2>Responsible for this website</h2>
        <p>
          {artistName && (
            <>
              {artistName}
              <br />
            </>
          )}
          12 Harbour Street
          <br />
          Northport
        </p>
        <h2>Contact</h2>
        <p>
          <a href="mailto:hello@example.com" className={text.reach}>
            hello@example.com
          </a>
        </p>
        <h2>Copyright</h2>
        {copyrightLine && <p>{copyrightLine}</p>}
        {licenceUrl ? (
          <p>
            The photographs may be used under{' '}
            <a href={licenceUrl} rel="license noopener">
              this licence
            </a>
            .
          </p>
        ) : (
          <p>Please ask before you use a photograph.</p>
        )}
        <h2>Privacy</h2>
        <p>
          This site sets no cookies for visitors, loads nothing from third parties and does not track anybody. What you
          write in a comment or a message is kept, with the name and the email address that you give.
        </p>
      </div>
    </div>
  );
}
